/** A client of the public HTTP API, typed by the registry of calls. */

import { failureSchema, successSchema } from '@pone/contract/answer.ts'
import type { Call, ClientInputOf, OutputOf } from '@pone/contract/call.ts'
import { administratorHeader, apiBase, languageHeader, tokenHeader } from '@pone/contract/envelope.ts'
import { encodeForm } from '@pone/contract/form-codec.ts'
import { CommandError } from '../exit-codes.ts'
import { networkReason } from '../network-reason.ts'

export interface ApiClient {
  /** @throws CommandError `serverFailed` with the server's own message, or the reason why there is none */
  send<C extends Call>(call: C, input: ClientInputOf<C>): Promise<OutputOf<C>>
}

const timeoutMs = 60_000

/** `isAdministrator`: the calls are made in the administrator's role, which only an administrator's token allows. */
export function createApiClient(address: string, token: string, isAdministrator = false): ApiClient {
  return {
    send: async <C extends Call>(call: C, input: ClientInputOf<C>) => {
      const request = {
        method: 'POST',
        headers: {
          [tokenHeader]: token,
          [administratorHeader]: String(isAdministrator),
          [languageHeader]: 'en',
        },
        body: new URLSearchParams(encodeForm(call.input, input as object)),
        signal: AbortSignal.timeout(timeoutMs),
      }
      const text = await fetch(`${address}${apiBase}${call.path}`, request)
        .then(response => response.text())
        .catch((cause: unknown) => {
          const said = `The server ${address} does not answer: ${networkReason(cause)}.`
          throw new CommandError('serverFailed', said, { cause })
        })
      return readAnswer(call, text) as OutputOf<C>
    },
  }
}

function readAnswer(call: Call, text: string): unknown {
  const answer = parseJson(text)
  const success = successSchema.safeParse(answer)
  if (success.success) return call.output.parse(success.data.data)
  const failure = failureSchema.safeParse(answer)
  const said = failure.success ? failure.data.message : text.slice(0, 200)
  throw new CommandError('serverFailed', `The call ${call.path} was refused: ${said}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
