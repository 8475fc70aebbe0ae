/** Short ways to write the parts of a monitor type: texts are pairs of zh and en. Browser-safe. */
import type { MonitorTypeInput } from '../type.ts'

type SectionInput = MonitorTypeInput['sections'][number]
export type CounterInput = SectionInput['counters'][number]
type ComputedInput = NonNullable<SectionInput['computed']>[number]
type ChartInput = MonitorTypeInput['charts'][number]

/** zh, en. */
export type Pair = readonly [zh: string, en: string]

export const both = ([zh, en]: Pair) => ({ zh, en })

const ofKind =
  (kind: CounterInput['kind']) =>
  (key: string, unit: string, names: Pair, help: Pair, more: Partial<CounterInput> = {}): CounterInput => ({
    key,
    kind,
    unit,
    names: both(names),
    help: both(help),
    ...more,
  })

export const gauge = ofKind('gauge')
export const counter = ofKind('counter')
export const state = ofKind('state')

export const text = (key: string, names: Pair, help: Pair, more: Partial<CounterInput> = {}): CounterInput =>
  ofKind('text')(key, '', names, help, more)

export const computed = (
  key: string,
  expression: string,
  unit: string,
  names: Pair,
  help: Pair,
  more: Partial<ComputedInput> = {},
): ComputedInput => ({ key, expression, unit, names: both(names), help: both(help), ...more })

export const chart = (
  key: string,
  names: Pair,
  style: ChartInput['style'],
  unit: string,
  counters: readonly string[],
): ChartInput => ({ key, names: both(names), style, unit, counters: [...counters] })

/** A state that is 1 or 0; `texts`: those that mean yes, and those that mean no. */
export const flag = (
  key: string,
  texts: readonly [yes: string[], no: string[]],
  names: Pair,
  help: Pair,
): CounterInput =>
  state(key, '', names, help, {
    states: [
      { value: 1, texts: texts[0], names: both(['是', 'Yes']) },
      { value: 0, texts: texts[1], names: both(['否', 'No']) },
    ],
  })

/** Parameters of a target that is reached over the network with an account. */
export const accountParams = (port: number): MonitorTypeInput['params'] => [
  { key: 'host', type: 'address', names: both(['主机', 'Host']), required: true },
  { key: 'port', type: 'number', names: both(['端口', 'Port']), required: true, default: port },
  { key: 'user', type: 'text', names: both(['用户名', 'User']) },
  { key: 'password', type: 'password', names: both(['密码', 'Password']), isSecret: true },
]

/** Of a parameter `access`: a Unix socket, which only an agent on the same machine reaches. */
export const socketOption = {
  value: 'socket',
  names: both(['Agent 主机上的套接字', 'Socket of the machine of the agent']),
  isBoundToMachine: true,
}

/** Whether the connection is encrypted, and whether the certificate has to be valid. */
export const tlsParams: MonitorTypeInput['params'] = [
  { key: 'tls', type: 'boolean', names: both(['使用 TLS', 'Use TLS']), default: false },
  {
    key: 'verifyTls',
    type: 'boolean',
    names: both(['校验证书', 'Verify the certificate']),
    default: true,
    showIf: { param: 'tls', values: [true] },
  },
]
