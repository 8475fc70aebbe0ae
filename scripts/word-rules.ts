/** What texts of the product must not contain: synonyms of the glossary's terms, and breaches of the rules of writing in each language. */
import { allTerms } from '../packages/contract/src/glossary/glossary.ts'
import type { Term } from '../packages/contract/src/glossary/term.ts'
import { englishWordsIn } from './latin-words.ts'
import { hasChinese, type ProductText } from './product-texts.ts'

export interface Finding {
  readonly path: string
  readonly line: number
  readonly text: string
  /** What is wrong and what to write. */
  readonly fault: string
}

interface Exception {
  /** Beginning of the paths it holds for. */
  readonly under: string
  /** Faults it allows, as a part of their text; all without it. */
  readonly fault?: string
  readonly reason: string
}

/** Reviewed one by one; a finding is mended rather than added here. */
const exceptions: readonly Exception[] = [
  {
    under: 'packages/web/src/features/monitors/types/starter-text.ts',
    reason: 'the content of a file, not a text of a page',
  },
  {
    under: 'packages/monitors/src/types/mysql.ts',
    fault: 'glossary',
    reason: 'older servers know only their own word for a replica',
  },
  {
    under: 'packages/contract/src/glossary/',
    reason: 'the glossary names the words of other tools',
  },
  {
    under: 'packages/jmeter/src/elements/',
    fault: 'glossary',
    reason: 'elements and fields of JMeter keep the names of JMeter itself',
  },
  {
    under: 'packages/jmeter/src/elements/',
    fault: 'write time-out',
    reason: 'elements and fields of JMeter keep the names of JMeter itself',
  },
  {
    under: 'packages/jmeter/src/dashboard/',
    fault: 'glossary',
    reason: 'texts of JMeter’s own dashboard, which a report has to repeat',
  },
  {
    under: 'packages/jmeter/src/elements/',
    fault: 'English words in Chinese',
    reason: 'values, classes and headers that are typed as they are',
  },
  {
    under: 'packages/jmeter/src/dashboard/odd-results.ts',
    fault: 'English words in Chinese',
    reason: 'labels of results for tests in both languages',
  },
  {
    under: 'packages/server/src/seed/',
    fault: 'English words in Chinese',
    reason: 'names of the demo project, which are shown in both languages at once',
  },
  {
    under: 'packages/server/src/modules/user/import-template.ts',
    fault: 'English words in Chinese',
    reason: 'a template with headings in both languages',
  },
  { under: 'packages/engine/src/scripts/', reason: 'code that runs in the engine of scripts' },
  { under: 'packages/server/src/modules/session/common-passwords.ts', reason: 'a list of passwords' },
  {
    under: 'packages/results/src/sections/figures/csv',
    fault: 'half-width',
    reason: 'headings of a file that scripts of users read by name',
  },
  {
    under: 'packages/results/src/sections/timeline/series-c',
    fault: 'half-width',
    reason: 'headings of a file that scripts of users read by name',
  },
  {
    under: 'packages/results/src/comparison/comparison-csv.ts',
    fault: 'half-width',
    reason: 'headings of a file that scripts of users read by name',
  },
  {
    under: 'packages/jmeter/src/elements/',
    fault: 'sentence case',
    reason: 'names of JMeter’s own elements',
  },
  {
    under: 'packages/monitors/src/types/sqlserver-counters.ts',
    fault: 'write time-out',
    reason: 'names of counters, as the server writes them',
  },
  { under: 'packages/demo-target/', reason: 'the demo shop is a target, not a part of the product' },
]

/** A pattern that a text must not match. */
interface Rule {
  readonly pattern: RegExp
  readonly fault: string
}

const chineseRules: readonly Rule[] = [
  {
    pattern: /\p{Script=Han}[A-Za-z0-9$]|[A-Za-z0-9%]\p{Script=Han}/u,
    fault: 'a space belongs between Chinese and Latin characters',
  },
  // A colon is left alone where a form to type is shown: 分:秒 and 名称: 值.
  {
    pattern:
      /\p{Script=Han}[,;!?]|\p{Script=Han}:(?!秒| 值)|\p{Script=Han}\s?\(|(?<![A-Za-z])\(\p{Script=Han}/u,
    fault: 'half-width punctuation in Chinese',
  },
  { pattern: /["'][^"']*\p{Script=Han}[^"']*["']/u, fault: 'straight quotes in Chinese; write “ ”' },
  { pattern: /[，。；：！？、（）] | [，。；：！？、（）]/u, fault: 'a space beside full-width punctuation' },
  { pattern: /\.\.\.|……/u, fault: 'write … for an ellipsis' },
  { pattern: /[0-9}] %/u, fault: 'no space before % in Chinese' },
  { pattern: /你/u, fault: 'readers are addressed as 您' },
  { pattern: /个(?:压力机|主机|机器|服务器)/u, fault: 'machines are counted by 台' },
  {
    pattern: /个(?:规则|记录|消息|日志)/u,
    fault: 'rules, records, messages and log lines are counted by 条',
  },
  { pattern: / {2}/u, fault: 'two spaces' },
]

const englishRules: readonly Rule[] = [
  { pattern: /[，。；：！？、（）]/u, fault: 'full-width punctuation in English' },
  { pattern: /\p{L} …/u, fault: 'no space before …' },
  { pattern: /\btime ?outs?\b/iu, fault: 'write time-out' },
]

/** Texts of pages; output of `./pone` and logs may be read in terminals without these characters. */
const pageRules: readonly Rule[] = [
  { pattern: /(?<![=(,:{[]\s?)"[^"=]*"(?![)\]}])/u, fault: 'straight quotes in English; write “ ”' },
  { pattern: /\p{L}'(?:s|t|re|ve|ll)?\b/u, fault: 'a straight apostrophe; write ’' },
]

const escaped = (word: string) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** The forbidden synonyms of a term in one language. */
const synonymRules = (term: Term, language: 'zh' | 'en'): Rule[] =>
  (term.not?.[language] ?? []).map(word => ({
    pattern:
      language === 'zh'
        ? new RegExp(escaped(word), 'u')
        : new RegExp(String.raw`\b${escaped(word)}s?\b`, 'iu'),
    fault: `glossary: write ${term[language]}, not ${word}`,
  }))

const rules = {
  zh: [...chineseRules, ...allTerms.flatMap(term => synonymRules(term, 'zh'))],
  en: [...englishRules, ...allTerms.flatMap(term => synonymRules(term, 'en'))],
}

/** Words that are the same in Chinese: names of products, protocols, formats and metrics. */
const technical = new Set(
  `Agent API APDEX ALPN Arthas Apache Authorization Base64 Basic Bearer Bolt BSF BeanShell CPU CSS CSV Cookie Content
  Cron DER DNS Digest GraphQL GET GiB HAR HMAC HTML HTTP HTTPS IANA ID IN INOUT IP IPv4 IPv6 JDBC JMESPath JMeter JMX JSON
  JSONPath JSR223 JTL JUnit JVM Java JavaScript Kubernetes KiB LDAP Linux MD5 MQTT MariaDB MiB MySQL NULL OAuth OUT OpenSSH
  Oracle Op PEM PR PKCS Pod Pone PostgreSQL RPS Redis SHA SkyWalking SLA SNI SOAP SOCKS5 SQL SSH SSL SVG TCP TLS TPS TypeScript UDP URL
  UUID UTF WSDL WebSocket XML XPath XPath2 XSD YAML avg aarch64 arm64 cURL cer cron default form data gRPC glibc jar kB kubeconfig log
  max min ms p12 pem pfx ping pong root sudo tar gz tgz urlencoded www x64 x86 x zip gc jp SOAPAction s B b P50 P90 P95 P99 P99 9 n p Std dev raw binary`.split(
    /\s+/,
  ),
)

/** A leak of English: words that are no names, in a Chinese text or in place of one. */
function leakOf(zh: string): string | null {
  if (hasChinese(zh)) {
    const words = englishWordsIn(zh)
    return words.length === 0 ? null : `English words in Chinese: ${words.join(', ')}`
  }
  const words = zh.replaceAll(/\$?\{\{?[^}]*\}?\}/g, ' ').match(/[A-Za-z][A-Za-z0-9]*/g) ?? []
  const foreign = words.filter(word => !technical.has(word))
  return foreign.length === 0 ? null : `English in the Chinese interface: ${foreign.join(', ')}`
}

const named =
  /^(?:Pone|JMeter|Java|Kubernetes|Arthas|Apache|Linux|Chinese|English|Basic|Bearer|Digest|Maven|Ctrl|Space|Enter|Esc|Del|Delete|Shift|Tab|Excel|Node|Helm|Mann|Holm|Alt|Monday|Friday|Saturday|Sunday|Ed|WebSocket|Chromium|Unix|Oracle|Cookie|Authorization|Postman|Prometheus|Erlang|Jolokia|Kafka|Pulsar|Ultimate|Open|Model|Thread|Group|Synchronizing|Timer|I)$/

/** Labels are written like sentences: only the first word and names begin with a capital. */
function capitalOf(en: string): string | null {
  if (/[.!?:–“"{(]/.test(en) || en.length > 50) return null
  const [, ...words] = en.split(/[\s/]+/)
  const wrong = words.filter(word => /^[A-Z][a-z]+$/.test(word) && !named.test(word))
  return wrong.length === 0 ? null : `sentence case: ${wrong.join(', ')}`
}

/** Places whose values, in Chinese texts, are Chinese words, stand in quotes or begin with punctuation. */
const chinesePlaces: ReadonlySet<string> = new Set([
  'broken',
  'kind',
  'label',
  'load',
  'names',
  'part',
  'what',
  'where',
])

/** The value of a place may begin or end with Latin characters, which need a space beside Chinese ones. */
function gluedPlaceOf(zh: string): string | null {
  const glued = zh.matchAll(/(?<=\p{Script=Han})\{\{?(\w+)\}|(?<!\$)\{\{?(\w+)\}{1,2}(?=\p{Script=Han})/gu)
  const names = Array.from(glued, ([, before, after]) => before ?? after ?? '')
  const wrong = names.filter(name => !chinesePlaces.has(name))
  return wrong.length === 0 ? null : `a space or a colon belongs beside a place: ${wrong.join(', ')}`
}

/** Names of places are no words of the text. */
const withoutPlaces = (text: string): string => text.replaceAll(/(?<!\$)\{\{?\w*\}\}?/g, '{}')

/** What is wrong with a text, exceptions not regarded. */
export function faultsOf({ zh, en }: Pick<ProductText, 'zh' | 'en'>): string[] {
  const broken = (text: string | null, language: 'zh' | 'en') =>
    text === null
      ? []
      : rules[language].filter(({ pattern }) => pattern.test(withoutPlaces(text))).map(({ fault }) => fault)
  const leak = zh === null || (en === null && !hasChinese(zh)) ? null : leakOf(zh)
  const glued = zh === null ? null : gluedPlaceOf(zh)
  const capital = zh === null || en === null ? null : capitalOf(en)
  const marks = zh === null || en === null ? [] : pageRules.filter(({ pattern }) => pattern.test(en))
  return [
    ...broken(zh, 'zh'),
    ...broken(en, 'en'),
    ...marks.map(({ fault }) => fault),
    ...[leak, glued, capital].filter(fault => fault !== null),
  ]
}

const allows = (allowed: Exception, path: string, fault: string): boolean =>
  path.startsWith(allowed.under) && fault.startsWith(allowed.fault ?? '')

/** All findings that no exception allows. */
export const findingsIn = (texts: readonly ProductText[]): Finding[] =>
  texts.flatMap(text =>
    faultsOf(text)
      .filter(fault => !exceptions.some(allowed => allows(allowed, text.path, fault)))
      .map(fault => ({
        path: text.path,
        line: text.line,
        text: [text.zh, text.en].filter(part => part !== null).join(' | '),
        fault,
      })),
  )

/** Exceptions that allow nothing any more. */
export const unusedExceptions = (texts: readonly ProductText[]): Exception[] => {
  const faults = texts.flatMap(text => faultsOf(text).map(fault => ({ path: text.path, fault })))
  return exceptions.filter(allowed => !faults.some(({ path, fault }) => allows(allowed, path, fault)))
}
