/** Entry of the results bench: how fast JMeter results are read, what following them costs, and JMeter's own report for comparison. */
import { runSuite } from '../run-suite.ts'
import { jmeterReport } from './jmeter-report.ts'
import { live } from './live.ts'
import { reading } from './reading.ts'
import { serverImport } from './server-import.ts'

await runSuite({
  tool: 'pone results bench',
  script: 'bench:jtl',
  quick: '1 million rows instead of 10, and a smaller report',
  measurements: [reading, serverImport, live, jmeterReport],
})
