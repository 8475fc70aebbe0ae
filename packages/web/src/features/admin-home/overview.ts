/** The figures of the administrator's home page. */
import type { OutputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'

export type Overview = OutputOf<Calls['system']['overview']>
