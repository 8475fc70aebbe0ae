/** Results for tests of reports: what two machines might have written, the same ones every time. */
import { defaultHeader } from '@pone/jmeter/dashboard/odd-results.ts'

export interface TestJtlOptions {
  readonly startMs: number
  readonly rows: number
  /** Names of requests, in turn. */
  readonly labels: readonly string[]
  /** Every n-th sample fails; 0 = none. */
  readonly failsEach?: number
}

/** Text of a results file: one sample every 20 ms, lasting 100 ms more with each label. */
export function testJtl({ startMs, rows, labels, failsEach = 0 }: TestJtlOptions): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const place = index % labels.length
    const isFailed = failsEach > 0 && index % failsEach === 0
    const [code, message] = isFailed ? ['500', 'Internal Server Error'] : ['200', 'OK']
    const elapsed = 100 * (place + 1)
    return `${startMs + index * 20},${elapsed},${labels[place]},${code},${message},Users 1-${place + 1},text,${!isFailed},,1024,512,5,5,null,${elapsed / 2},0,10`
  })
  return `${defaultHeader}\n${lines.join('\n')}\n`
}
