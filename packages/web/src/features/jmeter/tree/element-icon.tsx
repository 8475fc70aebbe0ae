/** The icon of an element in the tree and in menus, coloured by its category. */
import {
  ApartmentOutlined,
  ApiOutlined,
  BarChartOutlined,
  BranchesOutlined,
  BugOutlined,
  CheckCircleOutlined,
  ClockCircleOutlined,
  CodeOutlined,
  ControlOutlined,
  DatabaseOutlined,
  ExportOutlined,
  FieldNumberOutlined,
  FileTextOutlined,
  FolderOutlined,
  GlobalOutlined,
  ImportOutlined,
  KeyOutlined,
  LineChartOutlined,
  LoginOutlined,
  MailOutlined,
  MessageOutlined,
  NodeIndexOutlined,
  ProfileOutlined,
  QuestionOutlined,
  RetweetOutlined,
  SettingOutlined,
  SnippetsOutlined,
  SwapOutlined,
  TableOutlined,
  TeamOutlined,
  ToolOutlined,
} from '@ant-design/icons'
import type { ElementCategory, ElementIcon } from '@pone/jmeter/elements/element.ts'
import type { ComponentType } from 'react'

const pictures: Readonly<Record<ElementIcon, ComponentType>> = {
  plan: ProfileOutlined,
  threads: TeamOutlined,
  fragment: SnippetsOutlined,
  controller: ControlOutlined,
  sampler: ApiOutlined,
  config: SettingOutlined,
  timer: ClockCircleOutlined,
  preProcessor: LoginOutlined,
  postProcessor: ExportOutlined,
  assertion: CheckCircleOutlined,
  listener: LineChartOutlined,
  nonTest: ToolOutlined,
  http: GlobalOutlined,
  database: DatabaseOutlined,
  message: MessageOutlined,
  mail: MailOutlined,
  directory: NodeIndexOutlined,
  folder: FolderOutlined,
  network: SwapOutlined,
  code: CodeOutlined,
  loop: RetweetOutlined,
  branch: BranchesOutlined,
  random: BranchesOutlined,
  transaction: ApartmentOutlined,
  include: ImportOutlined,
  variables: FieldNumberOutlined,
  file: FileTextOutlined,
  key: KeyOutlined,
  tree: ApartmentOutlined,
  table: TableOutlined,
  chart: BarChartOutlined,
  debug: BugOutlined,
}

interface ElementPictureProps {
  /** null = the element is not in the registry. */
  readonly category: ElementCategory | null
  readonly icon: ElementIcon
}

export function ElementPicture({ category, icon }: ElementPictureProps) {
  const Picture = category === null ? QuestionOutlined : pictures[icon]
  return (
    <span className={`jm-icon is-${category ?? 'unknown'}`} aria-hidden>
      <Picture />
    </span>
  )
}
