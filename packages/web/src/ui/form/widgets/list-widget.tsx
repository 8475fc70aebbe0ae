/** A list of texts, one per row; each is edited in place. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { openBounds } from '@pone/schema/schema-at.ts'
import { Button } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { DrawnWidget } from '../drawn-widget.tsx'
import type { FieldWith, WidgetProps } from '../form-host.ts'
import { textOf } from './text-widgets.tsx'

export function ListWidget({
  field,
  label,
  value,
  isReadOnly,
  path,
  widgets,
  onChange,
}: WidgetProps<FieldWith<'list'>>) {
  const t = useT()
  const texts = Array.isArray(value) ? value.map(textOf) : []
  const { name, label: title } = field
  return (
    <div className="form-rows">
      {texts.length === 0 && <span className="cd-help">{t('form.rows.none')}</span>}
      {texts.map((text, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- texts are identified only by their position
        <span key={at} className="form-line">
          <DrawnWidget
            field={{ name, label: title, widget: 'text' }}
            label={t('form.rows.cell', { column: label, number: at + 1 })}
            value={text}
            bounds={openBounds}
            isReadOnly={isReadOnly}
            path={`${path}.${at}`}
            widgets={widgets}
            onChange={next => onChange(texts.with(at, textOf(next)), String(at))}
          />
          {!isReadOnly && (
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('form.rows.delete', { number: at + 1 })}
              onClick={() => onChange(texts.toSpliced(at, 1))}
            />
          )}
        </span>
      ))}
      {!isReadOnly && (
        <Button size="small" type="dashed" icon={<PlusOutlined />} onClick={() => onChange([...texts, ''])}>
          {t('form.rows.add')}
        </Button>
      )}
    </div>
  )
}
