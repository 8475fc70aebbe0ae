/** The report of a run that covers most of it; pure. */
import type { Report } from '@pone/contract/entities/report.ts'

/** The newest of equal ones; undefined while none is made. Reports come newest first. */
export const widestReport = (reports: readonly Report[]): Report | undefined =>
  reports
    .filter(({ state }) => state === 'successful' || state === 'partlySuccessful')
    .toSorted((a, b) => b.toMs - b.fromMs - (a.toMs - a.fromMs))[0]
