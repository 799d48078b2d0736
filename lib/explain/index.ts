export { checkConnected, explainPage } from './explain-page.js';
