/** Where the requests of each label go, as far as the components of a plan tell it; pure. */
import { protocolDefinition } from '@pone/protocols/definitions.ts'
import type { ComponentDocument } from '../component/component.ts'
import { variablesOf } from '../component/variables.ts'
import { settingsOf } from '../settings/protocol-settings.ts'
import { operationOf } from '../steps/operation.ts'
import type { Step } from '../steps/registry.ts'
import { walkSteps } from '../steps/walk.ts'
import { type LabelledComponent, type LabelTable, pushedStepId } from './labels.ts'

export interface LabelAddress {
  /** An URL without path, or `host:port`, without account; has `${…}` where a value comes to be in the run only. */
  readonly address: string
  /** Addresses that the settings of the component give for its host, before any look-up. */
  readonly given: readonly string[]
}

/** Values of variables that hold others. */
const maxDepth = 5

/** By the index of the label; of a transaction and of iterations those of all requests within. Each once. */
export function labelAddresses(
  components: readonly LabelledComponent[],
  { labels, indexByStep, iterations }: LabelTable,
): ReadonlyMap<number, readonly LabelAddress[]> {
  const found = new Map<number, Map<string, LabelAddress>>()
  const add = (index: number | undefined, address: LabelAddress): void => {
    if (index === undefined) return
    const own = found.get(index) ?? new Map<string, LabelAddress>()
    found.set(index, own.set(address.address, address))
    const parent = labels[index]?.parent
    // A parent stands before its children.
    if (parent !== undefined && parent < index) add(parent, address)
  }
  for (const [at, { document }] of components.entries()) {
    const indexes = indexByStep[at]
    for (const { step, addresses } of requestAddresses(document))
      for (const address of addresses) {
        add(indexes?.get(step.id), address)
        add(indexes?.get(pushedStepId(step.id)), address)
        add(iterations[at], address)
      }
  }
  return new Map([...found].map(([index, own]) => [index, [...own.values()]]))
}

type RequestStep = Extract<Step, { kind: 'request' }>

function requestAddresses(document: ComponentDocument) {
  const filled = filledBy(document)
  const requests = [...walkSteps(document.steps)].filter(
    (step): step is RequestStep => step.kind === 'request',
  )
  const targets = requests.map(step => {
    const settings = settingsOf(document.settings, step.protocol)
    const target = protocolDefinition(step.protocol).targetOf(operationOf(step), settings, filled)
    return { step, ...target, key: `${step.protocol} ${target.connection ?? ''}` }
  })
  const opened = Map.groupBy(
    targets.filter(({ address, connection }) => address !== null && connection !== null),
    ({ key }) => key,
  )
  return targets.map(({ step, address, key }) => {
    const all = address === null ? (opened.get(key) ?? []).map(open => open.address) : [address]
    const known = all.flatMap(each => (each === null ? [] : frontOf(each)))
    return {
      step,
      addresses: known.map(each => ({ address: each, given: givenFor(document, each, filled) })),
    }
  })
}

/** Scheme, host and port of an address; [] where there is no host. */
function frontOf(address: string): string[] {
  const [, scheme = '', authority = ''] = /^([a-z][a-z\d+.-]*:\/\/)?([^/?#\s]*)/i.exec(address) ?? []
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  return host === '' ? [] : [scheme + host]
}

function givenFor(
  { settings }: ComponentDocument,
  address: string,
  filled: (text: string) => string,
): string[] {
  const host = /^(?:[a-z][a-z\d+.-]*:\/\/)?(\[[^\]]*\]|[^:]*)/i.exec(address)?.[1]?.toLowerCase() ?? ''
  return settings.hosts
    .filter(({ name, enabled }) => enabled && filled(name).trim().toLowerCase() === host)
    .map(({ value }) => filled(value).trim())
}

/** Puts variables in that have the same value in the whole run; secret ones stay names. */
export function filledBy(document: ComponentDocument): (text: string) => string {
  const changing = new Set(
    variablesOf(document)
      .filter(({ origin }) => origin !== 'variable')
      .map(({ name }) => name),
  )
  const values = new Map(
    document.variables
      .filter(({ name, enabled, secret }) => enabled && !secret && !changing.has(name))
      .map(({ name, value }) => [name, value]),
  )
  return text => {
    let now = text
    for (let depth = 0; depth < maxDepth && now.includes('${'); depth += 1)
      now = now.replace(
        /\$\{([A-Za-z_][A-Za-z0-9_.]*)\}/g,
        (whole, name: string) => values.get(name) ?? whole,
      )
    return now
  }
}
