/**
 * An engine is named in its package, in one entry per layer, in texts, and in pages and calls that are specific to it;
 * no other code decides by its name.
 */
import { expect, test } from 'vitest'
import { isTestCode, readSources } from './source-files.ts'

const sources = (await readSources()).filter(({ path }) => !isTestCode(path) && path.startsWith('packages/'))
/** The engine that represents any engine; "PR" is too short to be searched for. */
const name = /jmeter/i

/** Files and folders of the engine's own: its package, and parts whose names contain its name. */
const own = /\/(jmeter|[\w-]+-jmeter)([-.][\w.-]+)?(\/|$)/
/** Texts, and migrations, which stay as they are. */
const texts =
  /\/migrations\/|\/messages\.ts$|\/texts\.ts$|-messages\.ts$|\/contract\/src\/(errors|glossary)\//

/** Its entry in the registry of each layer. */
const entries = [
  'plan/src/engines/engine.ts',
  'plan/src/engines/registry.ts',
  'plan/src/engines/settings.ts',
  'contract/src/engines/parts.ts',
  'run-control/src/engines/engine-planner.ts',
  'run-control/src/engines/registry.ts',
  'agent/src/engines/registry.ts',
  'web/src/features/scenarios/engines/registry.ts',
  'web/src/features/scenarios/engines/scenario-engine.ts',
  'web/src/ui/run/own-report.ts',
]

/** Registries of calls, causes, modules, migrations and pages, with the lines of parts whose names contain its name. */
const registries = [
  'contract/src/calls/registry.ts',
  'contract/src/told-cause.ts',
  'server/src/adapters/database/migrations.ts',
  'server/src/composition.ts',
  'server/src/modules/plan-files.ts',
  'server/src/modules/registry.ts',
  'cli/src/commands/run.ts',
  'web/src/lib/navigation/links.ts',
  'web/src/routes.ts',
  'web/src/shell/navigation/menu.ts',
]

/** Files that are about JMeter itself, by topic. */
const about = {
  'plans as components': [
    'schema/src/limits.ts',
    'server/src/modules/catalogue/catalogue.table.ts',
    'web/src/features/components/catalogue/component-summary.tsx',
    'web/src/features/home/kept-drafts.ts',
    'web/src/shell/navigation/search-dialog.tsx',
    'web/src/shell/navigation/search-hits.ts',
    'web/src/shell/navigation/use-search-hits.ts',
    'web/src/lib/catalogue-trees.ts',
    'web/src/lib/scenarios/new-scenario.ts',
    'cli/src/commands/convert.ts',
  ],
  'standalone executions of plans': [
    'contract/src/link/debug.ts',
    'agent/src/debug/family.ts',
    'server/src/link/families/debug.ts',
    'server/src/modules/debug/debug.api.ts',
    'server/src/modules/debug/debug.service.ts',
    'server/src/modules/debug/module.ts',
  ],
  'results in its format': [
    'contract/src/calls/run.ts',
    'contract/src/entities/jtl.ts',
    'engine/src/sample-log/formats.ts',
    'server/src/calls/details.ts',
    'server/src/modules/result-import/first-look.ts',
    'server/src/modules/result-import/import-record.ts',
    'server/src/modules/result-import/import.worker.ts',
    'server/src/modules/result-import/in-order.ts',
    'server/src/modules/result-import/reading.ts',
    'server/src/modules/result-import/result-batches.ts',
    'server/src/modules/result-import/survey.ts',
    'web/src/features/runs/import/import-dialog.tsx',
    'web/src/features/runs/import/results-form.tsx',
  ],
  'its task centre': ['web/src/features/tasks/centre/centre-tabs.ts'],
  'the program on machines, one of four tools': [
    'agent/src/engines/run-engine.ts',
    'agent/src/main.ts',
    'agent/src/queries/machine-files.ts',
    'agent/src/settings.ts',
    'agent/src/tools/health.ts',
    'cli/src/async-profiler/assemble.ts',
    'cli/src/commands/agent.ts',
    'cli/src/commands/install.ts',
    'cli/src/commands/test.ts',
    'cli/src/paths.ts',
    'cli/src/run/local-agent.ts',
    'cli/src/run/usage.ts',
    'cli/src/test/brokers-set-up.ts',
    'cli/src/test/java-tools-set-up.ts',
    'cli/src/test/opensearch-set-up.ts',
    'cli/src/test/zipkin-set-up.ts',
    'cli/src/test/suites.ts',
    'cli/src/up/stack.ts',
    'contract/src/calls/host.ts',
    'contract/src/entities/host.ts',
    'contract/src/entities/package.ts',
    'engine/src/child-environment.ts',
    'server/src/modules/host/agent-execution.ts',
    'server/src/modules/host/package-places.ts',
    'server/src/modules/package/content/package-content.ts',
    'web/src/features/deployment/files/actuator-config-page.tsx',
    'web/src/features/deployment/operations/operation-kinds.ts',
    'web/src/features/packages/file-suggestion.ts',
    'web/src/features/packages/upload-dialog.tsx',
  ],
  // A password that is too common.
  nothing: ['server/src/modules/session/common-passwords.ts'],
} as const

const listed = [...entries, ...registries, ...Object.values(about).flat()].map(path => `packages/${path}`)

test('files that name an engine are its own, texts, or listed with what they are about', () => {
  const naming = sources
    .filter(({ path, text }) => name.test(text) && !own.test(path) && !texts.test(path))
    .map(({ path }) => path)
  expect(naming.toSorted()).toEqual(listed.toSorted())
})

test('nothing decides by the name of an engine', () => {
  const decision = /\b[eE]ngine\)? [!=]==? '(pr|jmeter)'|case '(pr|jmeter)':|\.jmeter [!=]== undefined/
  const deciding = sources.filter(({ path, text }) => decision.test(text) && !own.test(path))
  expect(deciding.map(({ path }) => path)).toEqual([])
})

test('engines are spelled one way: displayed names stand in the table of engines and in texts', () => {
  // The tools of machines have names of their own, two of which are those of engines.
  const displayed = /\bengines?\b[^\n]*'(PR|JMeter)'/
  const spelling = sources.filter(({ path, text }) => displayed.test(text) && !/\/migrations\//.test(path))
  expect(spelling.map(({ path }) => path)).toEqual([])
})
