/** The content of a report: its frame and the data of all sections. */
import { reportFrame } from '@pone/contract/entities/report.ts'
import { z } from 'zod'
import { reportSections, type SectionName } from '../sections/registry.ts'

type Shape = (typeof reportSections)[SectionName]['data']
type Joined<T> = (T extends unknown ? (each: T) => void : never) extends (all: infer All) => void
  ? All
  : never

const sectionFields = z.object(
  // The type says what joining the shapes of all sections gives.
  Object.assign({}, ...Object.values(reportSections).map(({ data }) => data)) as Joined<Shape>,
)

/** Reads what any earlier version stored: a field that it lacks gets its section's default. */
export const reportContentSchema = z.object({ ...reportFrame, ...sectionFields.shape })
export type ReportContent = z.infer<typeof reportContentSchema>

/** Data of all sections. */
export type SectionFields = z.infer<typeof sectionFields>

/** What stands in a report whose sections could not be made. */
export const emptyFields = (): SectionFields => sectionFields.parse({})
