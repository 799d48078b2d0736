export { FilterConfigurationError, notConnected } from './configuration-error.js';
export { deprecationsIn } from './deprecated-options.js';
export { Faults, checkEach } from './faults.js';
export { describeValue, didYouMean, eitherOf, mustBe, withArticle } from './messages.js';
export type { Check, Option, OptionTable } from './checks.js';
export {
  checkBoolean,
  checkChoice,
  checkConditions,
  checkFunction,
  checkNames,
  checkNamesOrRules,
  checkOptionNames,
  checkText,
  checkOptions,
  checkedElsewhere,
  checkIsOptions,
  soundOptions,
  optionsIn,
  wrongValue,
} from './checks.js';
export { checkPeerVersions } from './peer-versions.js';
