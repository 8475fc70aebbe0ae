/** The sections of a report, a line each; all of them together fill the content. */

import { distribution } from './distribution/section.ts'
import { errors } from './errors/section.ts'
import { figures } from './figures/section.ts'
import { machines } from './machines/section.ts'
import { reconciliation } from './reconciliation/section.ts'
import type { ReportSection, SectionFields } from './section.ts'
import { sla } from './sla/section.ts'
import { timeline } from './timeline/section.ts'

export const reportSections = { figures, errors, distribution, timeline, sla, machines, reconciliation }

/** The same as one list, for making them one after the other. */
export const allSections: readonly Pick<ReportSection<never>, 'name' | 'empty' | 'start'>[] =
  Object.values(reportSections)

/** Every field with what stands there when its section cannot be made. */
export const emptyFields: SectionFields = {
  ...figures.empty,
  ...errors.empty,
  ...distribution.empty,
  ...timeline.empty,
  ...sla.empty,
  ...machines.empty,
  ...reconciliation.empty,
}
