/** The plugin that gives oxlint the rules on tests; `.oxlintrc.json` names it and the files that it judges. */
import { noDurationBound } from './no-duration-bound.ts'
import { noTestSleep } from './no-test-sleep.ts'

// oxlint reads a plugin from the default export.
export default {
  meta: { name: 'pone' },
  rules: { 'no-test-sleep': noTestSleep, 'no-duration-bound': noDurationBound },
}
