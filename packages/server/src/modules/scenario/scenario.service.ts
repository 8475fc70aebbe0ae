/** The scenario tree: sets under the root, scenarios as leaves in the sets or under the root itself, and the documents of the scenarios. */
import { type Scenario, type ScenarioNode } from '@pone/contract/entities/scenario.ts'
import { AppError } from '@pone/contract/errors.ts'
import { type ScenarioDocument, scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import type { CatalogueRepository, DocumentRow, NodeRow } from '../catalogue/catalogue.repository.ts'
import { type CatalogueService, createCatalogueService } from '../catalogue/catalogue.service.ts'

const kindOf = (kind: string): ScenarioNode['kind'] =>
  kind === 'scenario' ? 'scenario' : kind === 'set' ? 'set' : 'root'

export const toScenarioNode = (row: NodeRow): ScenarioNode => ({
  id: row.id,
  parentId: row.parent_id,
  kind: kindOf(row.kind),
  name: row.name,
  position: row.position,
  updatedAt: row.updated_at,
  updatedBy: row.updated_by,
})

/** Documents are parsed when read, so that later fields get their defaults. */
export const toScenario = (row: DocumentRow): Scenario => ({
  ...toScenarioNode(row),
  document: scenarioDocumentSchema.parse(row.document),
  revision: row.revision,
})

export interface ScenarioDeps {
  readonly repository: CatalogueRepository
  /** Whether one of these scenarios is being executed. */
  readonly isAnyRunning: (projectId: string, scenarioIds: readonly string[]) => Promise<boolean>
  /** Task sets that use one of these scenarios, and which one; null when none does. */
  readonly taskSetsUsing: (
    projectId: string,
    scenarioIds: readonly string[],
  ) => Promise<{ scenarioId: string; sets: readonly string[] } | null>
  /** Checks the counters of monitors that SLA rules name; a copy of a scenario is bound to the same links. */
  readonly ruleCounters: {
    checked(
      projectId: string,
      document: ScenarioDocument,
      former: ScenarioDocument | null,
    ): Promise<ScenarioDocument>
    bindCopies(copies: ReadonlyMap<string, string>): Promise<void>
  }
  /** Refuses a production mix that the project does not have. */
  readonly productionMixes: {
    assertKnown(projectId: string, document: ScenarioDocument, former: ScenarioDocument | null): Promise<void>
  }
  readonly now: () => number
  readonly newId: () => string
}

export interface ScenarioService extends CatalogueService {
  /** @throws AppError NotFound */
  scenario(projectId: string, id: string): Promise<Scenario>
}

/** Names of the scenarios of a project that bind this component; apart from the service, because components ask it too. */
export const scenariosUsing =
  (repository: CatalogueRepository) =>
  (projectId: string, componentId: string): Promise<string[]> =>
    repository.tree(projectId, 'scenario').namesContaining({ bindings: [{ componentId }] })

export function createScenarioService({
  repository,
  isAnyRunning,
  taskSetsUsing,
  ruleCounters,
  productionMixes,
  now,
  newId,
}: ScenarioDeps): ScenarioService {
  const catalogue = createCatalogueService({
    repository,
    now,
    newId,
    kind: {
      tree: 'scenario',
      root: { kind: 'root', name: 'root' },
      allowedChildren: { root: ['set', 'scenario'], set: ['scenario'] },
      noun: 'scenario',
      onCopied: (_projectId, _by, copies) => ruleCounters.bindCopies(copies),
      async assertDeletable(projectId, nodes) {
        const scenarios = nodes.filter(node => node.kind === 'scenario').map(node => node.id)
        if (scenarios.length === 0) return
        if (await isAnyRunning(projectId, scenarios)) throw new AppError('RunActive')
        const use = await taskSetsUsing(projectId, scenarios)
        if (use === null) return
        const scenario = nodes.find(node => node.id === use.scenarioId)?.name ?? ''
        throw new AppError('ScenarioInUse', { scenario, sets: use.sets.join(', ') })
      },
    },
  })
  const scenario = async (projectId: string, id: string) => toScenario(await catalogue.get(projectId, id))
  const checked = async (projectId: string, given: unknown, former: ScenarioDocument | null) => {
    const document = scenarioDocumentSchema.parse(given)
    await productionMixes.assertKnown(projectId, document, former)
    return ruleCounters.checked(projectId, document, former)
  }
  return {
    ...catalogue,
    scenario,
    create: async (projectId, by, node) => {
      const document = node.document === null ? null : await checked(projectId, node.document, null)
      return catalogue.create(projectId, by, { ...node, document })
    },
    save: async (projectId, by, save) => {
      const { document: former } = await scenario(projectId, save.id)
      return catalogue.save(projectId, by, {
        ...save,
        document: await checked(projectId, save.document, former),
      })
    },
  }
}
