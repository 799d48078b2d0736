export { explainPage } from './explain-page.js';
