/** Names of files that are downloaded of a run's charts: scenario, number, title, of a part its seconds, and the day, as those of the report. */
import type { RunDetail } from '@pone/contract/entities/run.ts'
import { partOfName, runFileName } from '@pone/schema/file-name.ts'
import type { ChartFileName } from '../../../ui/chart/chart-files.ts'

/** `part`: what the charts show of the run, ms since its start; null for all of a run that is over. */
export const chartNames =
  (
    run: Pick<RunDetail, 'scenarioName' | 'number' | 'startedAt'>,
    part: { readonly fromMs: number; readonly toMs: number } | null,
  ): ChartFileName =>
  (title, ending) =>
    runFileName(run, [title, ...(part === null ? [] : [partOfName(part)])], ending)
