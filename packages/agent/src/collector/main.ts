/** The collector process of an agent. */
import { transportsFor } from '@pone/monitors/transports/registry.ts'
import { runCollector } from './program.ts'

runCollector(transportsFor)
