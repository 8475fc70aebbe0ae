/** The load worker process of JMeter: forked by the agent in place of PR's. */
import { toldCause } from '@pone/contract/told-cause.ts'
import { serveWorker } from '@pone/engine/worker/serve.ts'
import { setUpTimeoutMs } from '../load/set-up.ts'
import { JmeterRun } from './jmeter-run.ts'

/** Java starts slowly on a busy machine, and set-up groups take their time; each has a limit of its own before this one. */
const readyTimeoutMs = 55_000 + setUpTimeoutMs

serveWorker({
  readyTimeoutMs,
  readyTimeoutText: toldCause('planLoadTimeout', { seconds: readyTimeoutMs / 1_000 }),
  open: (command, outlet) => new JmeterRun(command, outlet),
})
