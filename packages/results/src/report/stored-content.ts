/** Reads the content of a report as it is stored; what an older version stored lacks what came since. */
import { type ReportContent, reportContentSchema } from './content.ts'

/** Versions before 0.6 had one word for rules that were not evaluated and for having none, and the peak of the run where that of the part belongs. */
export function storedContent(stored: unknown): ReportContent {
  const content = reportContentSchema.parse(stored)
  const sla = content.sla.map(result =>
    result.state === 'none' ? { ...result, state: 'notJudged' as const } : result,
  )
  return {
    ...content,
    sla,
    verdict: content.verdict === 'noSla' && sla.length > 0 ? 'notJudged' : content.verdict,
    peakUsers: content.peakUsers ?? Math.max(0, ...content.seconds.map(({ users }) => users)),
  }
}
