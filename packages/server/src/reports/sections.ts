/** The sections of a report, a line each; all of them together fill the content. */
import type { ReportSection, SectionFields } from './section.ts'
import { distribution } from './sections/distribution.ts'
import { errors } from './sections/errors.ts'
import { figures } from './sections/figures.ts'
import { machines } from './sections/machines.ts'
import { reconciliation } from './sections/reconciliation.ts'
import { sla } from './sections/sla.ts'
import { timeline } from './sections/timeline.ts'

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
