/** Writes results files of any length, row by row as JMeter writes them, with the same content every time. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { csvHeader, csvLine } from '@pone/jmeter/jtl/writer.ts'
import { seeded } from '../cluster/simulated-labels.ts'

const chunkLength = 4 * 1024 ** 2
const labels = [
  'GET /',
  'GET /product',
  'POST /cart',
  'Login',
  'Search, "fast"',
  '付款',
  'GET /image',
  'Logout',
]
const startMs = 1_700_000_000_000
const rowsPerMs = 20

/** Lines without header; rows follow each other as in a run of 20,000 samples per second. */
export function rowsOf(seed: number): (index: number) => string {
  const random = seeded(seed)
  return index => {
    const elapsedMs = Math.floor(20 + 400 * random() ** 3)
    const hasFailed = random() < 0.02
    const isTransaction = index % 20 === 19
    return csvLine({
      timeStampMs: startMs + Math.floor(index / rowsPerMs) - elapsedMs,
      elapsedMs,
      label: isTransaction ? 'Buy' : (labels[Math.floor(random() * labels.length)] ?? ''),
      responseCode: isTransaction ? '' : hasFailed ? '500' : '200',
      responseMessage: isTransaction
        ? 'Number of samples in transaction : 3, number of failing samples : 0'
        : hasFailed
          ? 'Internal Server Error'
          : 'OK',
      threadName: `Thread Group 1-${1 + Math.floor(random() * 500)}`,
      dataType: 'text',
      isSuccess: !hasFailed,
      failureMessage: '',
      receivedBytes: 500 + Math.floor(random() * 2_000),
      sentBytes: 120 + (index % 50),
      groupThreads: 500,
      allThreads: 500,
      url: isTransaction ? 'null' : `http://shop.example:8080/product?id=${index % 1_000}`,
      latencyMs: elapsedMs - 5,
      idleMs: 0,
      connectMs: index % 7 === 0 ? 3 : 0,
      sampleCount: 1,
      errorCount: 0,
      hostName: '',
      isTransaction,
      isSubSample: false,
    })
  }
}

/** Fills a file with that many rows; returns its size, bytes. @throws Error when the disk is full */
export function writeResults(path: string, rows: number): number {
  const file = openSync(path, 'w')
  const row = rowsOf(3)
  let sizeBytes = 0
  let text = csvHeader
  try {
    for (let index = 0; index < rows; index += 1) {
      text += row(index)
      if (text.length < chunkLength && index < rows - 1) continue
      const bytes = Buffer.from(text)
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
      sizeBytes += bytes.length
      text = ''
    }
  } finally {
    closeSync(file)
  }
  return sizeBytes
}
