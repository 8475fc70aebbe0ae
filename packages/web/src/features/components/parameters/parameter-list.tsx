/** The list of a component's parameters, and the button that adds one of a kind. */
import {
  CalendarOutlined,
  DatabaseOutlined,
  DeleteOutlined,
  FieldNumberOutlined,
  FileTextOutlined,
  KeyOutlined,
  PlusOutlined,
  QuestionCircleOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import type { Parameter } from '@pone/plan/parameters/parameters.ts'
import { Button, Dropdown } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useEditor } from '../context/editor-context.ts'
import { problemsAt } from '../problems/problems.ts'
import { namesOf, parameterKinds } from './parameter-model.ts'

const icons = {
  file: FileTextOutlined,
  table: DatabaseOutlined,
  list: UnorderedListOutlined,
  range: FieldNumberOutlined,
  date: CalendarOutlined,
  uniqueId: KeyOutlined,
  random: QuestionCircleOutlined,
} as const

interface AddParameterProps {
  readonly onAdd: (kind: Parameter['kind']) => void
  /** There is no parameter yet, so this is the primary button of the page. */
  readonly isPrimary: boolean
}

export function AddParameter({ onAdd, isPrimary }: AddParameterProps) {
  const t = useT()
  const { isReadOnly } = useEditor()
  if (isReadOnly) return null
  const items = parameterKinds.map(kind => {
    const Icon = icons[kind]
    return {
      key: kind,
      icon: <Icon />,
      label: (
        <span className="cd-menu-item">
          {t(`component.parameter.${kind}`)}
          <small>{t(`component.parameterHelp.${kind}`)}</small>
        </span>
      ),
      onClick: () => onAdd(kind),
    }
  })
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button
        size={isPrimary ? 'middle' : 'small'}
        type={isPrimary ? 'primary' : 'default'}
        icon={<PlusOutlined />}
      >
        {t('component.parameter.add')}
      </Button>
    </Dropdown>
  )
}

interface ParameterListProps {
  readonly parameters: readonly Parameter[]
  /** Index of the selected parameter. */
  readonly chosen: number
  readonly onChoose: (id: string) => void
  readonly onDelete: (at: number) => void
}

export function ParameterList({ parameters, chosen, onChoose, onDelete }: ParameterListProps) {
  const t = useT()
  const { isReadOnly, problems } = useEditor()
  return (
    <ul className="cd-parameter-rows" aria-label={t('component.tab.parameters')}>
      {parameters.map((parameter, at) => {
        const Icon = icons[parameter.kind]
        const names = namesOf(parameter).join(', ')
        const isWrong = problemsAt(problems, `parameters.${at}`).length > 0
        return (
          <li key={parameter.id} className="cd-parameter-row">
            <button
              type="button"
              aria-current={at === chosen}
              className={isWrong ? 'is-wrong' : ''}
              onClick={() => onChoose(parameter.id)}
            >
              <Icon aria-hidden />
              <span className="cd-parameter-name">
                <span className="cd-mono cd-ellipsis">{names || t('component.parameter.noColumns')}</span>
                <small className="cd-help">{t(`component.parameter.${parameter.kind}`)}</small>
              </span>
            </button>
            {!isReadOnly && (
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label={t('component.deleteNamed', { name: names })}
                onClick={() => onDelete(at)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
