export { FilterConfigurationError, noSelection, notConnected } from './configuration-error.js';
export { deprecationsIn } from './deprecated-options.js';
export { Faults, checkEach } from './faults.js';
export { describeValue, didYouMean, eitherOf, mustBe, withArticle } from './messages.js';
export type { Check, Option, OptionTable } from './checks.js';
export {
  checkBoolean,
  checkChoice,
  checkConditions,
  checkFunction,
  checkMembers,
  checkNames,
  checkNamesOrRules,
  checkOptionNames,
  checkText,
  checkOptions,
  checkedElsewhere,
  checkIsOptions,
  isObject,
  isOptions,
  soundOptions,
  optionsIn,
  wrongValue,
} from './checks.js';
export { checkPeerVersions } from './peer-versions.js';
