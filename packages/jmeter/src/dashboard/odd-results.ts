/**
 * Results for tests: unusual labels, errors of all kinds, transactions, and more samples of one label than JMeter's
 * window holds.
 */
import { csvField } from '@pone/schema/csv-field.ts'

/** JMeter's default columns. */
export const defaultHeader =
  'timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect'

const labels = [
  'GET /',
  'Search, "fast"',
  '付款 Checkout',
  'a&b <c>',
  'two\nlines',
  "O'Neil; x",
  'Überweisung',
]
const failures = [
  ['500', 'Internal Server Error', ''],
  ['404', 'Not Found', ''],
  ['Non HTTP response code: java.net.ConnectException', 'Connection refused, "now"', ''],
  ['200', 'OK', 'Test failed: text expected to contain /ü/'],
  ['200', 'OK', ''],
  ['', '', 'no answer at all'],
  ['503', '', ''],
] as const

/** Lines of a results file of that many samples; the same ones every time. */
export function oddResults(samples: number): string {
  let seed = 20_240_607
  const random = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 2 ** 32
  }
  const lines = [defaultHeader]
  const startMs = 1_717_750_800_123
  for (let index = 0; index < samples; index++) {
    const at = startMs + index * 9 + Math.floor(random() * 200)
    const elapsed = Math.floor(random() ** 4 * 3_000)
    const label = random() < 0.5 ? 'GET /' : (labels[Math.floor(random() * labels.length)] ?? '')
    const failure = random() < 0.07 ? failures[Math.floor(random() * failures.length)] : undefined
    const [code, message, reason] = failure ?? ['200', 'OK', '']
    const group = random() < 0.3 ? 'Käufer' : 'Thread Group'
    const threads = 1 + Math.floor(index / 2_000)
    const tail = `${Math.floor(random() * 9_000)},${100 + (index % 90)},${threads},${threads + 3},null,${Math.floor(elapsed / 2)},0,${index % 5}`
    lines.push(
      `${at},${elapsed},${csvField(label)},${csvField(code)},${csvField(message)},${group} 1-${1 + (index % threads)},text,${failure === undefined},${csvField(reason)},${tail}`,
    )
    if (index % 10 === 0) {
      const children = index % 200 === 0 ? 0 : 3
      const said = `"Number of samples in transaction : ${children}, number of failing samples : ${failure === undefined ? 0 : 1}"`
      lines.push(
        `${at},${elapsed + 50},Kauf,${failure === undefined ? '200' : ''},${said},${group} 1-1,,${failure === undefined},,${tail}`,
      )
    }
  }
  return `${lines.join('\n')}\n`
}
