/** Finds what the user typed while recording: accounts of sign-ins, search words, dates, and what differs between two recordings and comes from no response. */
import type { Counterparts } from '../correlation/counterparts.ts'
import { asideReasons } from '../http/aside.ts'
import { isCardNumber, isSecretName } from '../http/secret-names.ts'
import type { DynamicValue, ValueUse } from '../model/dynamic-value.ts'
import type { RecordedExchange, Recording } from '../model/recording.ts'
import type { TypedKind, TypedValue } from '../model/typed-value.ts'
import { fieldsOfRequest, type RequestField } from '../steps/request-fields.ts'
import { dateOf } from './dates.ts'

const maxTyped = 100
const maxLength = 200

const accountEndings = [
  'account',
  'username',
  'user',
  'login',
  'loginname',
  'userid',
  'email',
  'mail',
  'phone',
  'mobile',
]
const searchNames = new Set([
  'q',
  'query',
  'keyword',
  'keywords',
  'search',
  'searchword',
  'searchterm',
  'searchtext',
  'term',
  'wd',
  'kw',
])

/** @param dynamicValues come from responses, so nobody typed them; @param counterparts of a second recording; null without one */
export function typedValues(
  { exchanges }: Pick<Recording, 'exchanges'>,
  dynamicValues: readonly DynamicValue[],
  counterparts: Counterparts | null = null,
): TypedValue[] {
  const reasons = asideReasons(exchanges)
  const dynamic = new Set(dynamicValues.flatMap(({ uses }) => uses.map(use => `${use.exchange} ${use.text}`)))
  const groups = new Map<string, Group>()
  for (const exchange of exchanges) {
    if ((reasons[exchange.index] ?? null) !== null) continue
    const fields = fieldsOfRequest(exchange).filter(({ isAddress }) => !isAddress)
    const isSignIn = fields.some(({ name }) => isSecretName(name))
    for (const field of fields) {
      if (!isTyped(field) || dynamic.has(`${exchange.index} ${field.text}`)) continue
      const found = kindOf(field, { isSignIn, exchange })
      const others = (counterparts?.textsFor(field) ?? []).filter(text => text !== field.text)
      if (found !== null) add(groups, field, found)
      else if (others.length > 0) add(groups, field, { kind: 'differs', date: null }, others)
    }
  }
  return [...groups.values()].slice(0, maxTyped).map((group, id) => ({ ...group, id }))
}

type Group = Omit<TypedValue, 'id'> & { readonly values: string[]; readonly uses: ValueUse[] }
type Found = Pick<TypedValue, 'kind' | 'date'>

const isTyped = ({ text, name }: RequestField): boolean =>
  text.trim() !== '' &&
  text.length <= maxLength &&
  !text.includes('{{') &&
  !isSecretName(name) &&
  !isCardNumber(text)

function kindOf(
  { name, text }: RequestField,
  { isSignIn, exchange }: { readonly isSignIn: boolean; readonly exchange: RecordedExchange },
): Found | null {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  if (searchNames.has(plain)) return { kind: 'search', date: null }
  if (isSignIn && accountEndings.some(ending => plain.endsWith(ending)))
    return { kind: 'account', date: null }
  const date = exchange.startedAtMs === null ? null : dateOf(text, exchange.startedAtMs)
  return date === null ? null : { kind: 'date', date }
}

/** One parameter gives the search words of a field in their order; an account and a date are the same wherever they are sent. */
function add(
  groups: Map<string, Group>,
  { exchange, name, text }: RequestField,
  { kind, date }: Found,
  others: readonly string[] = [],
): void {
  const key = kind === 'search' ? `${kind} ${name}` : `${kind} ${text}`
  const use = { exchange, name, isAddress: false, text, encoded: null, start: 0, end: text.length, calls: [] }
  const group = groups.get(key) ?? { kind, date, name: parameterName(name, kind), values: [], uses: [] }
  if (kind === 'search' || group.values.length === 0) group.values.push(text, ...new Set(others))
  group.uses.push(use)
  groups.set(key, group)
}

function parameterName(field: string, kind: TypedKind): string {
  const name = field
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 40)
  return /^[A-Za-z]{2}/.test(name) ? name : kind
}
