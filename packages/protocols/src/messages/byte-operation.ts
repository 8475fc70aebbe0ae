/** What operations on messages of bytes have in common, whatever carries them: how a call is made of one, and what is said of its outcome. */
import type { CompiledOperation, ComponentContext, Scope, Session } from '../protocol.ts'
import type { MessageCharset } from './definition/charset.ts'
import { bareHost } from './definition/host.ts'
import type { MessageMatch } from './definition/operation.ts'
import { describeMessages } from './describe.ts'
import { compileMatch, type Matches, matchesAll } from './match.ts'
import { compileData, type MessageSource } from './message-data.ts'
import type { FailedOutcome, MessageOutcome } from './outcome.ts'
import { codecOf } from './text-codec.ts'

interface Matching {
  readonly match: MessageMatch
  readonly charset: MessageCharset
}

type ByteOperation =
  | ({ readonly kind: 'send'; readonly reply: string } & MessageSource & Matching)
  | ({ readonly kind: 'await' } & Matching)
  | { readonly kind: 'connect' | 'close' }

/** One operation, everything evaluated. */
export interface ByteCall<Op> {
  readonly op: Op
  /** Of the operation that names its peer, without brackets. */
  readonly host: string
  /** Of send. */
  readonly data: Buffer
  readonly matches: Matches
}

interface Compiling<Op, S extends Session> {
  /** As it is written; empty where the operation does not name its peer. */
  readonly host: string
  readonly context: ComponentContext
  readonly failedOutcome: FailedOutcome
  readonly send: CompiledOperation<S, ByteCall<Op>, MessageOutcome>['send']
}

export function compileByteOperation<Op extends ByteOperation, S extends Session>(
  op: Op,
  { host, context, failedOutcome, send }: Compiling<Op, S>,
): CompiledOperation<S, ByteCall<Op>, MessageOutcome> {
  return {
    build: compileBuild(op, host, context),
    send,
    isAnswered: ({ errorCode }) => errorCode === null,
    failureOf: () => null,
    unsent: (code, message) => failedOutcome('', code, message),
    describe: ({ data }, outcome) =>
      describeMessages(outcome, { charset: charsetOf(op), sent: op.kind === 'send' ? data : null }),
  }
}

/** The character set of its texts. */
export const charsetOf = (op: ByteOperation): MessageCharset => ('charset' in op ? op.charset : 'utf-8')

const noData = Buffer.alloc(0)

function compileBuild<Op extends ByteOperation>(
  op: Op,
  host: string,
  context: ComponentContext,
): (scope: Scope) => ByteCall<Op> {
  const peer = context.template(host.trim())
  const data = op.kind === 'send' ? compileData(op, context) : () => noData
  const isMatched = op.kind === 'await' || (op.kind === 'send' && op.reply === 'matching')
  const match = isMatched ? compileMatch(op.match, context, codecOf(op.charset)) : () => matchesAll
  return scope => ({
    op,
    host: bareHost(peer.evaluate(scope)),
    data: data(scope),
    matches: match(scope),
  })
}
