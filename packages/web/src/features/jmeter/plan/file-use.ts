/** Which element of a plan uses which file of the component; pure. */

import type { JmxPlan } from '@pone/jmeter/jmx/plan.ts'
import { filesOf, type PlanFile } from '@pone/jmeter/load/files.ts'

/** `name` is the required name of the uploaded file. */
export type FileUse = Pick<PlanFile, 'key' | 'testname' | 'path' | 'name'>

/** In the order of the plan. Names that are computed at run time (`${…}`) and folders of the class path are left out. */
export const fileUses = (plan: JmxPlan): FileUse[] =>
  filesOf(plan).filter(
    ({ isKnown, name, property }) =>
      isKnown && name !== '' && (property[0] !== 'TestPlan.user_define_classpath' || /\.jar$/i.test(name)),
  )

/** Last part of a path, separated by `/` or `\`. */
export const fileNameOf = (path: string): string => path.replace(/^.*[/\\]/, '')
