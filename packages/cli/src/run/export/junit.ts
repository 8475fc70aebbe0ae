/** A run's result as JUnit XML, for build servers: a test case per SLA rule, and one each for the run itself, its counts and its load machines. */
import type { RunResult } from '../result.ts'
import { slaReasonTexts } from '../summary.ts'

interface Case {
  readonly name: string
  readonly failure: string | null
  /** Why it was not evaluated. */
  readonly skipped?: string | null
}

const nothingPassed = ({ requests, failed }: Pick<RunResult, 'requests' | 'failed'>): string =>
  requests === 0
    ? 'no request was made'
    : `${failed} of ${requests} requests failed (${((failed / requests) * 100).toFixed(1)} %)`

/** The whole file. */
export function junitOf(result: RunResult): string {
  const { name, requests, failed, durationMs, startedAt, cause, causeDetail, reconciled, sent, lost } = result
  const hasPassed = requests > failed
  const cases: Case[] = [
    {
      name: 'the run ends as planned',
      failure: cause === 'planned' ? null : `${cause} ${causeDetail}`.trim(),
    },
    {
      name: 'requests pass',
      failure: hasPassed ? null : nothingPassed({ requests, failed }),
    },
    {
      name: 'every request is accounted for',
      failure: reconciled ? null : `sent ${sent}, lost ${lost}`,
    },
    {
      name: 'the load machines keep up',
      failure: result.generatorLimit
        ? 'not reliable: the load machines were overloaded for at least half of the run'
        : null,
    },
    ...result.sla.map(({ rule, state, reason, value }) => ({
      name: rule,
      failure:
        state !== 'broken'
          ? null
          : value === null && reason !== null
            ? slaReasonTexts[reason]
            : `measured ${value === null ? 'nothing' : Number(value.toPrecision(6))}`,
      skipped:
        state === 'notJudged' ? `not evaluated: ${reason === null ? '' : slaReasonTexts[reason]}` : null,
    })),
  ]
  const failures = cases.filter(each => each.failure !== null).length
  const seconds = (durationMs / 1_000).toFixed(3)
  const at = new Date(startedAt ?? 0).toISOString().slice(0, 19)
  const lines = cases.map(each => {
    const inner =
      each.failure !== null
        ? `<failure message="${escaped(each.failure)}"/>`
        : each.skipped
          ? `<skipped message="${escaped(each.skipped)}"/>`
          : ''
    return `    <testcase classname="${escaped(name)}" name="${escaped(each.name)}" time="${seconds}">${inner}</testcase>\n`
  })
  const skipped = cases.filter(each => each.skipped).length
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}" time="${seconds}"`
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
  <testsuite name="${escaped(name)}" ${counts} timestamp="${at}">
${lines.join('')}  </testsuite>
</testsuites>
`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Text for an attribute; characters that XML does not allow are replaced. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- these are the characters that XML has not
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replaceAll(/[&<>"']/g, character => entities[character] ?? character)
    .replaceAll('\n', '&#10;')
