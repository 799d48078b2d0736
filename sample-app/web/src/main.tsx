import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Page } from './page.js';
import './style/index.css';

const element = document.querySelector('#page');
if (element === null) throw new Error('index.html has no element with the id page.');
createRoot(element).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
