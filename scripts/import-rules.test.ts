import { expect, test } from 'vitest'
import { findViolations, folderOrder } from './import-rules.ts'
import { readSources } from './source-files.ts'

const violationsOf = (path: string, target: string) =>
  findViolations([{ path, text: `import { thing } from '${target}'\n` }])

test.each([
  ['packages/metrics/src/a.ts', '@pone/contract/states.ts', 'metrics must not import contract'],
  ['packages/contract/src/a.ts', '../../server/src/main.ts', 'contract must not import server'],
  ['packages/web/src/lib/a.ts', '@pone/server/http/session.ts', 'web must not import server'],
  ['packages/server/src/main.ts', '@pone/agent/main.ts', 'server must not import agent'],
  ['packages/server/src/main.ts', '@pone/embedded-postgres/a.ts', 'server must not import embedded-postgres'],
  ['packages/results/src/a.ts', '@pone/run-control/active-run.ts', 'results must not import run-control'],
  ['packages/run-control/src/a.ts', '@pone/server/main.ts', 'run-control must not import server'],
  [
    'packages/cli/src/run/a.ts',
    '@pone/server/controller/controller.ts',
    'the command line never reaches into the server',
  ],
  [
    'packages/cli/src/run/a.test.ts',
    '@pone/server/controller/controller.ts',
    'the command line never reaches into the server',
  ],
  [
    'packages/cli/src/run/a.ts',
    '@pone/server/test-server.ts',
    'the command line never reaches into the server',
  ],
  ['packages/agent/src/main.ts', '@pone/server/main.ts', 'agent must not import server'],
  ['packages/engine/src/a.ts', '@pone/agent/main.ts', 'engine must not import agent'],
  ['packages/engine/src/a.ts', '@pone/protocols/http/client.ts', 'engine must not import a single protocol'],
  [
    'packages/engine/src/a.ts',
    '@pone/protocols/sql/read-table.ts',
    'engine must not import a single protocol',
  ],
  ['packages/component/src/a.ts', '@pone/engine/a.ts', 'component must not import engine'],
  ['packages/plan/src/a.ts', '@pone/component', 'plan must not import component'],
  [
    'packages/plan/src/a.ts',
    '@pone/protocols/http/session.ts',
    'plan may import only the browser-safe files of protocols',
  ],
  [
    'packages/web/src/features/x/a.tsx',
    '@pone/engine/scheduler.ts',
    'web may import only the browser-safe files of engine',
  ],
  [
    'packages/server/src/reports/a.ts',
    '@pone/protocols/http/client.ts',
    'server may import only the browser-safe files of protocols',
  ],
  ['packages/web/src/features/x/a.tsx', '../y/b.tsx', 'features of the web never import each other'],
  ['packages/web/src/ui/a.tsx', '../features/y/b.tsx', 'ui must not import features'],
  ['packages/web/src/shell/a.tsx', '../features/y/b.tsx', 'shell must not import features'],
  [
    'packages/server/src/modules/user/user.repository.ts',
    './user.service.ts',
    'a repository must not import a service',
  ],
  ['packages/server/src/modules/user/user.service.ts', './user.api.ts', 'a service must not import an api'],
  [
    'packages/server/src/modules/user/user.api.ts',
    './user.repository.ts',
    'an api reaches a repository only through its service',
  ],
  [
    'packages/server/src/modules/user/user.service.ts',
    '../run/run.repository.ts',
    'modules meet only through services',
  ],
  [
    'packages/server/src/adapters/a.ts',
    '../modules/user/user.service.ts',
    'adapters must not import modules',
  ],
  ['packages/server/src/modules/user/user.service.ts', '../../http/gate.ts', 'modules must not import http'],
  [
    'packages/server/src/modules/user/user.service.ts',
    '../../composition.ts',
    'modules must not import what stands above all folders',
  ],
  [
    'packages/server/src/unheard-of/a.ts',
    '../adapters/clock.ts',
    'the folder unheard-of of server has no place in scripts/import-rules.ts',
  ],
  ['packages/jmeter/src/jmx/a.ts', '../convert/b.ts', 'jmx must not import convert'],
  ['packages/engine/src/steps/a.ts', '../users/user.ts', 'steps must not import users'],
  ['packages/engine/src/steps/a.ts', '../iteration.ts', 'steps must not import iteration.ts'],
  ['packages/engine/src/functions.ts', './steps/request.ts', 'functions.ts must not import steps'],
  ['packages/results/src/batches/a.ts', '../sections/registry.ts', 'batches must not import sections'],
  [
    'packages/run-control/src/coordination/a.ts',
    '../active-run.ts',
    'coordination must not import what stands above all folders',
  ],
  ['packages/agent/src/link/a.ts', '../runs/family.ts', 'link must not import runs'],
  ['packages/cli/src/up/a.ts', '../commands/up.ts', 'up must not import commands'],
  [
    'packages/web/src/features/x/a.tsx',
    '@pone/results/report/content.ts',
    'web may import only types of results',
  ],
  [
    'packages/unheard-of/src/a.ts',
    '@pone/contract/states.ts',
    'the package unheard-of has no rule in scripts/import-rules.ts',
  ],
])('%s must not import %s', (path, target, rule) => {
  expect(violationsOf(path, target)).toEqual([{ path, target, rule }])
})

test.each([
  ['packages/web/src/features/x/a.tsx', '@pone/plan/load-models/constant.ts'],
  ['packages/web/src/features/x/a.tsx', '@pone/protocols/http/definition.ts'],
  ['packages/web/src/features/x/a.tsx', './b.tsx'],
  ['packages/web/src/routes.ts', './features/x/a.tsx'],
  ['packages/server/src/modules/user/user.api.ts', './user.service.ts'],
  ['packages/server/src/modules/user/user.service.ts', '../run/run.service.ts'],
  ['packages/server/src/modules/component/component.api.ts', '../catalogue/catalogue.api.ts'],
  ['packages/server/src/modules/user/user.api.ts', '../../calls/handler.ts'],
  ['packages/server/src/composition.ts', './modules/user/user.service.ts'],
  ['packages/server/src/adapters/a.test.ts', '../test-server.ts'],
  ['packages/engine/src/a.ts', '@pone/protocols/clients.ts'],
  ['packages/engine/src/a.test.ts', '@pone/demo-target/shop.ts'],
  ['packages/cli/src/main.ts', '@pone/server/main.ts'],
  ['packages/cli/src/run/a.test.ts', '@pone/server/test-server.ts'],
  ['packages/cli/src/run/a.ts', '@pone/run-control/active-run.ts'],
  ['packages/server/src/a.test.ts', '@pone/embedded-postgres/a.ts'],
  ['packages/run-control/src/a.ts', '@pone/results/a.ts'],
  ['packages/cli/src/run/a.ts', '@pone/agent/runs/run.ts'],
  ['packages/cli/src/run/a.ts', '@pone/plan/validate.ts'],
  ['packages/component/src/component.ts', '@pone/plan/code/builders.ts'],
  ['packages/web/src/main.tsx', 'react'],
])('%s may import %s', (path, target) => {
  expect(violationsOf(path, target)).toEqual([])
})

test('a service may name the types of another module without calling its repository', () => {
  const path = 'packages/server/src/modules/component/component.service.ts'
  const text = "import type { CatalogueRepository } from '../catalogue/catalogue.repository.ts'"
  expect(findViolations([{ path, text }])).toEqual([])
})

test('each name in an order is a folder or a file of its package', async () => {
  const paths = (await readSources()).map(({ path }) => path)
  const missing = Object.entries(folderOrder).flatMap(([name, order]) =>
    order
      .map(step => `packages/${name}/src/${step}`)
      .filter(place => !paths.some(path => path === place || path.startsWith(`${place}/`))),
  )
  expect(missing).toEqual([])
})
