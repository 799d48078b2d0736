export { explainPage } from './explain.js';
