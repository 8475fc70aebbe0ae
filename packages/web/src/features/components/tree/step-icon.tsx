/** Icon, colour and word of each kind of step, the same in tree, menus and properties. */
import {
  BranchesOutlined,
  ClockCircleOutlined,
  CodeOutlined,
  DashboardOutlined,
  GlobalOutlined,
  GroupOutlined,
  NodeIndexOutlined,
  OrderedListOutlined,
  PercentageOutlined,
  PieChartOutlined,
  RedoOutlined,
  RetweetOutlined,
  TeamOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons'
import type { StepKind } from '@pone/plan/steps/registry.ts'
import type { ComponentType } from 'react'
import { useT } from '../../../lib/i18n.ts'

const icons: Readonly<Record<StepKind, ComponentType<{ 'aria-hidden': boolean }>>> = {
  request: GlobalOutlined,
  transaction: GroupOutlined,
  loop: RetweetOutlined,
  if: BranchesOutlined,
  percentage: PercentageOutlined,
  while: RedoOutlined,
  forEach: OrderedListOutlined,
  random: NodeIndexOutlined,
  weighted: PieChartOutlined,
  once: ThunderboltOutlined,
  pacing: DashboardOutlined,
  rendezvous: TeamOutlined,
  thinkTime: ClockCircleOutlined,
  script: CodeOutlined,
}

export function StepIcon({
  kind,
  withWord = false,
}: {
  readonly kind: StepKind
  readonly withWord?: boolean
}) {
  const t = useT()
  const Icon = icons[kind]
  const word = t(`component.kind.${kind}`)
  return (
    <span className={`cd-kind is-${kind}`} title={word}>
      <Icon aria-hidden />
      <span className={withWord ? '' : 'visually-hidden'}>{word}</span>
    </span>
  )
}
