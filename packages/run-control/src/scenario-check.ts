/** Whether a scenario can be executed: every reason against it at once, in both languages. */

import type { Component } from '@pone/contract/entities/component.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { stopRuleReasons } from '@pone/plan/load-models/judged-time.ts'
import { problemsOf } from '@pone/plan/load-models/registry.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'

export interface ScenarioCheck {
  readonly document: ScenarioDocument
  /** The bound components that exist, by id. */
  readonly components: ReadonlyMap<string, Component>
  readonly labels: readonly RunLabel[]
  /** The engine's check of a component. */
  readonly problemsOfComponent: (document: ComponentDocument) => readonly Bilingual[]
}

/** Reasons, empty when the scenario can run. */
export function reasonsAgainst(check: ScenarioCheck): Bilingual[] {
  return [...bindingReasons(check), ...loadReasons(check), ...slaReasons(check)]
}

function* bindingReasons({
  document,
  components,
  labels,
  problemsOfComponent,
}: ScenarioCheck): Generator<Bilingual> {
  const { bindings } = document
  if (bindings.length === 0) {
    yield { zh: '没有绑定组件', en: 'no components added' }
    return
  }
  const sum = bindings.reduce((total, binding) => total + binding.percentage, 0)
  if (Math.abs(sum - 100) > 0.01 && document.loadModel.kind !== 'threadGroups') {
    const shown = Number(sum.toFixed(2))
    yield {
      zh: `组件占比合计为 ${shown}%，应为 100%`,
      en: `the shares of the components add up to ${shown} % instead of 100 %`,
    }
  }
  for (const { componentId } of bindings) {
    const component = components.get(componentId)
    if (component === undefined) {
      yield { zh: '绑定的组件已被删除', en: 'a component of the scenario has been deleted' }
      continue
    }
    for (const { zh, en } of problemsOfComponent(component.document)) {
      yield { zh: `组件“${component.name}”：${zh}`, en: `component “${component.name}”: ${en}` }
    }
  }
  if (components.size > 0 && !labels.some(label => label.kind === 'request')) {
    yield { zh: '组件中没有启用的请求', en: 'the components have no enabled requests' }
  }
}

function* loadReasons({ document }: ScenarioCheck): Generator<Bilingual> {
  for (const problem of problemsOf(document.loadModel, document.drive)) yield problem.text
  if (document.clusterId === null) yield { zh: '没有选择集群', en: 'no cluster selected' }
}

function* slaReasons({ document, labels }: ScenarioCheck): Generator<Bilingual> {
  const names = new Set(labels.map(label => label.name))
  for (const { label } of document.sla) {
    if (label === '' || names.has(label)) continue
    yield {
      zh: `SLA 规则引用的“${label}”不在组件中`,
      en: `an SLA rule refers to “${label}”, which is not in the components`,
    }
  }
  yield* stopRuleReasons(document.loadModel, document.sla)
}
