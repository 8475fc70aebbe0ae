/** Icon, colour and title of each kind of step, the same in tree, menus and properties. */
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
import type { StepIcon as IconName } from '@pone/plan/steps/definition.ts'
import { definitionOf, type StepKind } from '@pone/plan/steps/registry.ts'
import type { ComponentType } from 'react'
import { useSession } from '../../../lib/session/session.ts'

const icons: Readonly<Record<IconName, ComponentType<{ 'aria-hidden': boolean }>>> = {
  globe: GlobalOutlined,
  code: CodeOutlined,
  frame: GroupOutlined,
  repeat: RetweetOutlined,
  cycle: RedoOutlined,
  list: OrderedListOutlined,
  branch: BranchesOutlined,
  percent: PercentageOutlined,
  nodes: NodeIndexOutlined,
  pie: PieChartOutlined,
  bolt: ThunderboltOutlined,
  clock: ClockCircleOutlined,
  gauge: DashboardOutlined,
  people: TeamOutlined,
}

export function StepIcon({
  kind,
  word,
  withWord = false,
}: {
  readonly kind: StepKind
  /** The title of the step, e.g. of its operation; the title of the kind if left out. */
  readonly word?: string
  readonly withWord?: boolean
}) {
  const language = useSession('language')
  const { icon, tone, title } = definitionOf(kind)
  const Icon = icons[icon]
  const shown = word ?? title[language]
  return (
    <span className={`cd-kind is-${tone}`} title={shown}>
      <Icon aria-hidden />
      <span className={withWord ? '' : 'visually-hidden'}>{shown}</span>
    </span>
  )
}
