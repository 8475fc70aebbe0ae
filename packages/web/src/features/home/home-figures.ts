/** The figures of a project's home page. */
import type { OutputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'

export type HomeFigures = OutputOf<Calls['project']['home']>
