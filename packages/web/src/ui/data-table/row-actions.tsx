/** Actions at the end of a row: the first ones as links, the rest in a menu, destructive ones last and red. */
import { MoreOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useT } from '../../lib/i18n.ts'
import './data-table.css'

export interface RowAction {
  readonly key: string
  readonly label: string
  readonly onClick: () => void
  readonly isDangerous?: boolean
  readonly isDisabled?: boolean
}

export function RowActions({
  of,
  actions,
  shown = 1,
}: {
  /** Name of the row's object, which distinguishes its actions from those of other rows for screen readers. */
  readonly of: string
  readonly actions: readonly RowAction[]
  readonly shown?: number
}) {
  const t = useT()
  const direct = actions.slice(0, shown)
  const rest = actions.slice(shown)
  return (
    <span className="row-actions">
      {direct.map(action => (
        <button
          key={action.key}
          type="button"
          className="link-button"
          aria-label={t('action.of', { action: action.label, name: of })}
          disabled={action.isDisabled}
          onClick={action.onClick}
        >
          {action.label}
        </button>
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          placement="bottomRight"
          menu={{
            items: rest.map(({ key, label, onClick, isDangerous, isDisabled }) => ({
              key,
              label,
              danger: isDangerous ?? false,
              disabled: isDisabled ?? false,
              onClick,
            })),
          }}
        >
          <button
            type="button"
            className="row-more"
            aria-label={t('action.of', { action: t('action.more'), name: of })}
          >
            <MoreOutlined />
          </button>
        </Dropdown>
      )}
    </span>
  )
}
