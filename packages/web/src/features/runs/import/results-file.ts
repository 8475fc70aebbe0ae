/** What the name of a file of results says; pure. */
import { maxNameLength } from '@pone/schema/limits.ts'

/** Its name without the extensions, as a name for the record. */
export const recordName = (fileName: string): string =>
  fileName.replace(/(\.(jtl|csv|xml|txt|log|gz|zip))+$/i, '').slice(0, maxNameLength)

/** Whether its samples may have sub-samples: results as CSV have none. */
export const hasSubSamples = (fileName: string): boolean => !/\.csv(\.gz)?$/i.test(fileName)
