/** The sections of a report in the reading order of the exported file, a line each; all of them together fill the content. */
import { bottleneck } from './bottleneck/section.ts'
import { byUsers } from './byUsers/section.ts'
import { capacity } from './capacity/section.ts'
import { distribution } from './distribution/section.ts'
import { errors } from './errors/section.ts'
import { events } from './events/section.ts'
import { figures } from './figures/section.ts'
import { machines } from './machines/section.ts'
import { metrics } from './metrics/section.ts'
import { mix } from './mix/section.ts'
import { monitoring } from './monitoring/section.ts'
import { reconciliation } from './reconciliation/section.ts'
import { sla } from './sla/section.ts'
import { timeline } from './timeline/section.ts'
import { traces } from './traces/section.ts'

export const reportSections = {
  sla,
  capacity,
  bottleneck,
  figures,
  timeline,
  monitoring,
  byUsers,
  metrics,
  mix,
  distribution,
  errors,
  traces,
  events,
  machines,
  reconciliation,
}

export type SectionName = keyof typeof reportSections
