/** Entry of the recordings bench: how fast packet captures and HAR files are read. */
import { runSuite } from '../run-suite.ts'
import { captures, hars } from './reading.ts'

await runSuite({
  tool: 'pone recordings bench',
  script: 'bench:recordings',
  quick: 'captures of 50 and 200 MB instead of 500 and 2,000, and a HAR file of 10 MB instead of 100',
  measurements: [captures, hars],
})
