/** What can be derived from the name of a results file; pure. */
import { maxNameLength } from '@pone/schema/limits.ts'

/** The file name without extensions, as the name of the record. */
export const recordName = (fileName: string): string =>
  fileName.replace(/(\.(jtl|csv|xml|txt|log|gz|zip))+$/i, '').slice(0, maxNameLength)

/** Whether its samples may have sub-samples: results in CSV have none. */
export const hasSubSamples = (fileName: string): boolean => !/\.csv(\.gz)?$/i.test(fileName)
