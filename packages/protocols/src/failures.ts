/** The texts of everything that protocols can fail with: a line per protocol. */
import { encoderOf } from '@pone/schema/coded-text.ts'
import { httpFailures } from './http/definition/failures.ts'
import { networkFailures } from './network-failures.ts'
import { sqlFailures } from './sql/definition/failures.ts'
import { webSocketFailures } from './webSocket/definition/failures.ts'

export const protocolFailures = { ...networkFailures, ...httpFailures, ...webSocketFailures, ...sqlFailures }

/** Writes why a request failed, for `errorMessage` of its result. */
export const failureText = encoderOf(protocolFailures)
