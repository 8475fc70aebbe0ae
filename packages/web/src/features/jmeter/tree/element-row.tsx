/** One row of the element tree. */
import { WarningFilled } from '@ant-design/icons'
import type { ElementCategory, ElementIcon } from '@pone/jmeter/elements/element.ts'
import type { JmxNode } from '@pone/jmeter/jmx/plan.ts'
import { memo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { RowFrame, type RowState } from '../../../ui/editor/row-frame.tsx'
import { elementIndentPx } from './drop-place.ts'
import { ElementPicture } from './element-icon.tsx'

interface ElementRowProps extends RowState {
  readonly node: JmxNode
  readonly category: ElementCategory | null
  readonly icon: ElementIcon
  /** Title of the element's kind. */
  readonly typeName: string
  readonly topPx: number
  readonly isHit: boolean
  readonly isMissingFile: boolean
}

export const ElementRow = memo(function ElementRow(props: ElementRowProps) {
  const { node, category, icon, typeName, topPx, isHit, isMissingFile, ...row } = props
  const t = useT()
  const name = node.testname || typeName
  return (
    <RowFrame
      {...row}
      rowKey={node.key}
      isGroup={node.children.length > 0}
      indentPx={elementIndentPx}
      className={isHit ? 'jm-row is-hit' : 'jm-row'}
      style={{ top: topPx }}
      title={node.comment === '' ? undefined : node.comment}
    >
      <ElementPicture category={category} icon={icon} />
      <span className="jm-row-name cd-ellipsis">{name}</span>
      {name !== typeName && <span className="jm-row-type cd-ellipsis">{typeName}</span>}
      <span className="cd-grow" />
      {isMissingFile && <WarningFilled className="cd-step-wrong" aria-label={t('jmeterPlan.file.missing')} />}
      {!node.isEnabled && <span className="cd-off-mark">{t('jmeterPlan.disabled')}</span>}
    </RowFrame>
  )
})
