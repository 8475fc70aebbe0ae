/** The load worker process of JMeter: forked by the agent in place of PR's. */
import { serveWorker } from '@pone/engine/worker/serve.ts'
import { JmeterRun } from './jmeter-run.ts'

/** Java starts slowly on a busy machine. */
const readyTimeoutMs = 55_000

serveWorker({
  readyTimeoutMs,
  readyTimeoutText: 'JMeter did not get ready in time',
  open: (command, outlet) => new JmeterRun(command, outlet),
})
