/** The field for a regular expression, with how many methods it found and how much of the weight they have. */
import { SearchOutlined } from '@ant-design/icons'
import type { FlameTree } from '@pone/profiles/views/layout.ts'
import { foundWeight } from '@pone/profiles/views/search.ts'
import { Input } from 'antd'
import { useMemo } from 'react'
import { useT } from '../../lib/i18n.ts'
import type { NameSearchState } from './data/use-name-search.ts'
import { shareText } from './weight-text.ts'

export function NameSearchField(props: {
  readonly tree: FlameTree
  readonly value: string
  readonly search: NameSearchState
  readonly onChange: (text: string) => void
}) {
  const { tree, value, search, onChange } = props
  const { found, problem } = search
  const t = useT()
  const weight = useMemo(() => (found === null ? 0 : foundWeight(tree, found)), [tree, found])
  return (
    <>
      <Input
        allowClear
        prefix={<SearchOutlined />}
        value={value}
        aria-label={t('flame.find')}
        placeholder={t('flame.find')}
        status={problem === null ? '' : 'error'}
        onChange={event => onChange(event.target.value)}
      />
      <span role="status" className="secondary">
        {problem !== null && t(`flame.${problem}`)}
        {found !== null && t('flame.found', { count: found.count, share: shareText(weight, tree.total) })}
      </span>
    </>
  )
}
