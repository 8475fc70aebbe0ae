/** The directions in which imports may go, and the search for imports that violate them. */
import { importedPath, importsIn } from '../packages/cli/src/test/changed/imports.ts'
import { isTestCode, type SourceFile } from './source-files.ts'

export interface Violation {
  readonly path: string
  /** What is imported, as written. */
  readonly target: string
  /** Description of the rule that it violates. */
  readonly rule: string
}

/** Packages that each package may import. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  schema: [],
  metrics: [],
  alerts: ['schema'],
  'demo-target': [],
  'embedded-postgres': [],
  protocols: ['schema', 'metrics'],
  plan: ['protocols', 'schema', 'metrics'],
  component: ['plan'],
  contract: ['alerts', 'plan', 'profiles', 'protocols', 'schema'],
  monitors: ['contract', 'plan', 'protocols', 'schema', 'metrics'],
  profiles: ['schema'],
  engine: ['contract', 'plan', 'protocols', 'schema', 'metrics'],
  jmeter: ['engine', 'contract', 'plan', 'protocols', 'schema', 'metrics'],
  recording: ['plan', 'protocols', 'schema'],
  'recording-proxy': ['schema'],
  licence: ['contract', 'schema'],
  results: ['jmeter', 'protocols', 'contract', 'plan', 'schema', 'metrics'],
  'run-control': ['results', 'jmeter', 'engine', 'contract', 'plan', 'schema', 'metrics'],
  agent: [
    'engine',
    'jmeter',
    'monitors',
    'profiles',
    'protocols',
    'recording',
    'recording-proxy',
    'contract',
    'plan',
    'schema',
    'metrics',
  ],
  server: [
    'alerts',
    'licence',
    'recording',
    'recording-proxy',
    'run-control',
    'results',
    'jmeter',
    'engine',
    'monitors',
    'profiles',
    'protocols',
    'contract',
    'plan',
    'schema',
    'metrics',
  ],
  web: [
    'alerts',
    'results',
    'jmeter',
    'engine',
    'monitors',
    'profiles',
    'recording',
    'protocols',
    'contract',
    'plan',
    'schema',
    'metrics',
  ],
}

/**
 * Files of the packages below that run in a browser as well; plan, contract, server and web may import nothing else of
 * them.
 */
const browserSafe: Readonly<Record<string, readonly RegExp[]>> = {
  engine: [/^coordination\//],
  jmeter: [/^jmx\//, /^elements\//, /^load\//, /^jtl\//, /^dashboard\//, /^convert\//],
  protocols: [
    /^http\/h2\/hpack\/(huffman|static-table)\.ts$/,
    /^failures\.ts$/,
    /^definitions\.ts$/,
    /^[^/]+\/definition\.ts$/,
    /^[^/]+\/definition\//,
  ],
  monitors: [
    /^[^/]+$/,
    /^own\//,
    /^types\//,
    /^expressions\//,
    /^reading\//,
    /^series\//,
    /^collection\/batch\.ts$/,
  ],
  profiles: [/./],
  recording: [/./],
  alerts: [/./],
}

const browserOnly = ['plan', 'contract', 'recording', 'results', 'run-control', 'server', 'web']

/** Packages that tests of every other package may use: the shop as a target, and a temporary database. */
const testParts = ['demo-target', 'embedded-postgres']

/** The entries by which the server is started, as a process or inside another one. */
const serverEntries = ['main.ts', 'server.ts']

/**
 * Folders of a package, the lowest first: a folder may import itself and those before it. Files beside the folders are
 * above all of them, except the files that are named among them.
 */
export const folderOrder: Readonly<Record<string, readonly string[]>> = {
  monitors: [
    'clean-text.ts',
    'target-fault.ts',
    'requests.ts',
    'expressions',
    'type-texts.ts',
    'type-references.ts',
    'type.ts',
    'series',
    'reading',
    'plans',
    'types',
    'registry.ts',
    'own',
    'transports',
    'collection',
  ],
  recording: [
    'model',
    'json',
    'http',
    'environment',
    'access-log',
    'har',
    'insomnia',
    'postman',
    'openapi',
    'pcap',
    'recorder',
    'script',
    'k6',
    'gatling',
    'steps',
    'mix',
    'correlation',
    'typed',
  ],
  'recording-proxy': [
    'access.ts',
    'limits.ts',
    'certificates',
    'own-page.ts',
    'exchange',
    'target',
    'recording.ts',
    'pass',
    'proxy.ts',
    'process',
  ],
  jmeter: ['jmx', 'elements', 'load', 'convert', 'jtl', 'dashboard', 'process', 'worker', 'trial'],
  engine: [
    'json-scan.ts',
    'markup',
    'answer-view.ts',
    'arithmetic.ts',
    'comparison.ts',
    'memoized.ts',
    'unreadable.ts',
    'checkpoints.ts',
    'component-protocols.ts',
    'secret-search.ts',
    'redactor.ts',
    'observer.ts',
    'coordination',
    'identities.ts',
    'functions.ts',
    'network.ts',
    'templates.ts',
    'parameters',
    'compiled-component.ts',
    'labelled-request.ts',
    'detached-text.ts',
    'environment.ts',
    'virtual-user.ts',
    'scripts',
    'extractors.ts',
    'steps',
    'compile-component.ts',
    'enclosure.ts',
    'iteration.ts',
    'users',
    'drivers',
    'recording',
    'sample-log',
    'spool',
    'worker',
    'debug',
  ],
  results: [
    'traces',
    'verdict',
    'monitoring',
    'batches',
    'run-record.ts',
    'run-mix.ts',
    'report-range.ts',
    'run-results.ts',
    'merge',
    'jmeter',
    'export',
    'live',
    'comparison',
    'sections',
    'report',
    'flow-report',
  ],
  'run-control': [
    'run-store.ts',
    'run-writer.ts',
    'capacity',
    'coordination',
    'scenario-check.ts',
    'engines',
  ],
  agent: [
    'log.ts',
    'identity.ts',
    'settings.ts',
    'processes',
    'collector',
    'installed',
    'engines',
    'link',
    'downloads',
    'family.ts',
    'keys',
    'machine',
    'runs',
    'calibration',
    'debug',
    'tools',
    'recordings',
    'access-logs',
    'queries',
    'monitors',
    'profiles',
    'upgrade',
    'walls',
  ],
  server: [
    'adapters',
    'calls',
    'sockets',
    'jobs',
    'link',
    'modules',
    'http',
    'replicas',
    'composition',
    'seed',
  ],
  cli: [
    'exit-codes.ts',
    'paths.ts',
    'network-reason.ts',
    'command.ts',
    'stop-signals.ts',
    'up',
    'foreground.ts',
    'demo',
    'bundle',
    'jmeter',
    'async-profiler',
    'licence',
    'run',
    'convert',
    'record',
    'capture',
    'test',
    'commands',
  ],
}

/**
 * Server modules that other modules may import directly, lowest layer first; all others are used through their service.
 */
const foundations = ['catalogue']

const layers = ['api', 'service', 'repository'] as const
type Layer = (typeof layers)[number]

interface Place {
  readonly package: string
  /** Path inside the package's src. */
  readonly inside: string
}

/** All imports that violate a rule, in the order of the files. */
export function findViolations(files: readonly SourceFile[]): Violation[] {
  return files.flatMap(file => {
    const from = placeOf(file.path)
    if (from === undefined) return []
    return importsIn(file.text).flatMap(({ target, isTypeOnly }) => {
      const to = placeOf(importedPath(file.path, target) ?? '')
      const rule = to === undefined ? undefined : brokenRule({ from, to, path: file.path, isTypeOnly })
      return rule === undefined ? [] : [{ path: file.path, target, rule }]
    })
  })
}

function placeOf(path: string): Place | undefined {
  const [, name, inside] = /^packages\/([^/]+)\/src\/(.+)$/.exec(path) ?? []
  return name === undefined || inside === undefined ? undefined : { package: name, inside }
}

interface Import {
  readonly from: Place
  readonly to: Place
  /** The importing file. */
  readonly path: string
  readonly isTypeOnly: boolean
}

function brokenRule({ from, to, path, isTypeOnly }: Import): string | undefined {
  if (from.package !== to.package) return brokenPackageRule({ from, to, path, isTypeOnly })
  if (from.package === 'web') return brokenFeatureRule(from, to)
  if (isTestCode(path)) return undefined
  const rule = brokenFolderRule(from, to)
  return from.package === 'server' ? (rule ?? brokenLayerRule(from, to, isTypeOnly)) : rule
}

function brokenFolderRule(from: Place, to: Place): string | undefined {
  const order = folderOrder[from.package]
  if (order === undefined) return undefined
  const mine = stepOf(from, order)
  const theirs = stepOf(to, order)
  if (mine === undefined || mine === theirs) return undefined
  if (!order.includes(mine))
    return `the folder ${mine} of ${from.package} has no place in scripts/import-rules.ts`
  if (theirs === undefined) return `${mine} must not import what stands above all folders`
  return order.indexOf(theirs) < order.indexOf(mine) ? undefined : `${mine} must not import ${theirs}`
}

/** First folder below src, or a file directly in src that has a place in the order; undefined for any other file. */
function stepOf({ inside }: Place, order: readonly string[]): string | undefined {
  const folder = /^([^/]+)\//.exec(inside)?.[1]
  return folder ?? (order.includes(inside) ? inside : undefined)
}

function brokenPackageRule({ from, to, path, isTypeOnly }: Import): string | undefined {
  const fromTest = isTestCode(path)
  if (from.package === 'cli') return brokenCommandLineRule(to, fromTest)
  if (fromTest && testParts.includes(to.package)) return undefined
  const allowed = mayImport[from.package]
  if (allowed === undefined) return `the package ${from.package} has no rule in scripts/import-rules.ts`
  if (!allowed.includes(to.package)) return `${from.package} must not import ${to.package}`
  // Protocols are imported through their registries; what all of them share is in `connect` and beside the folders.
  if (from.package === 'engine' && to.package === 'protocols' && !fromTest && isOfProtocol(to.inside))
    return 'engine must not import a single protocol'
  // Sections are computed in results, where their data are defined; a browser needs the types of the data alone.
  if (from.package === 'web' && to.package === 'results' && !isTypeOnly && !fromTest)
    return 'web may import only types of results'
  const exports = browserOnly.includes(from.package) ? browserSafe[to.package] : undefined
  if (exports !== undefined && !exports.some(pattern => pattern.test(to.inside))) {
    return `${from.package} may import only the browser-safe files of ${to.package}`
  }
  return undefined
}

/** Whether a file of protocols belongs to a single one. */
const isOfProtocol = (inside: string): boolean => !/^(connect|wire)\/|^[^/]+$/.test(inside)

/**
 * The command line is above every other package, and starts the server by its entry; its tests may use the server's
 * test harnesses.
 */
function brokenCommandLineRule(to: Place, fromTest: boolean): string | undefined {
  if (to.package !== 'server' || serverEntries.includes(to.inside)) return undefined
  if (fromTest && isTestCode(`/${to.inside}`)) return undefined
  return 'the command line never reaches into the server'
}

function brokenFeatureRule(from: Place, to: Place): string | undefined {
  const mine = featureOf(from)
  const theirs = featureOf(to)
  if (theirs === undefined || mine === theirs) return undefined
  if (mine !== undefined) return 'features of the web never import each other'
  const isShared = /^(shell|ui|lib)\//.test(from.inside)
  return isShared ? `${from.inside.split('/')[0]} must not import features` : undefined
}

const featureOf = ({ inside }: Place): string | undefined => /^features\/([^/]+)\//.exec(inside)?.[1]

function brokenLayerRule(from: Place, to: Place, isTypeOnly: boolean): string | undefined {
  const mine = layerOf(from)
  const theirs = layerOf(to)
  if (mine === undefined || theirs === undefined) return undefined
  const isOtherModule = moduleOf(from) !== moduleOf(to)
  const isFoundation = foundations.includes(moduleOf(to) ?? '')
  if (isOtherModule && theirs !== 'service' && !isTypeOnly && !isFoundation)
    return 'modules meet only through services'
  if (layers.indexOf(theirs) < layers.indexOf(mine))
    return `${nameOf(mine)} must not import ${nameOf(theirs)}`
  if (mine === 'api' && theirs === 'repository' && !isTypeOnly)
    return 'an api reaches a repository only through its service'
  return undefined
}

const moduleOf = ({ inside }: Place): string | undefined => /^modules\/([^/]+)\//.exec(inside)?.[1]

function layerOf(place: Place): Layer | undefined {
  if (moduleOf(place) === undefined) return undefined
  return layers.find(layer => place.inside.endsWith(`.${layer}.ts`))
}

const nameOf = (layer: Layer): string => (layer === 'api' ? 'an api' : `a ${layer}`)
