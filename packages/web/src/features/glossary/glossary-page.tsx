/** The glossary: every term in both languages side by side, searchable; `#load-machine` in the address shows one term. */

import { LinkOutlined, SearchOutlined } from '@ant-design/icons'
import { allTerms } from '@pone/contract/glossary/glossary.ts'
import type { Term } from '@pone/contract/glossary/term.ts'
import { Input } from 'antd'
import { useDeferredValue, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session/session.ts'
import { PageBody, PageHeader } from '../../ui/page/page-header.tsx'
import { EmptyState } from '../../ui/page/page-states.tsx'
import { findTerms, termOfHash } from './glossary-model.ts'
import './glossary.css'

export function Page() {
  const t = useT()
  const { hash, pathname } = useLocation()
  const [search, setSearch] = useState('')
  const groups = findTerms(useDeferredValue(search))
  const chosen = termOfHash(hash)
  useEffect(() => {
    if (chosen === null) return
    const term = document.getElementById(chosen)
    term?.scrollIntoView({ block: 'center' })
    term?.focus({ preventScroll: true })
  }, [chosen])
  return (
    <>
      <PageHeader title={t('glossary.title')} note={t('glossary.note')} />
      <PageBody>
        <Input
          className="glossary-search"
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          value={search}
          placeholder={t('glossary.search')}
          aria-label={t('glossary.search')}
          onChange={event => setSearch(event.target.value)}
        />
        {groups.length === 0 && (
          <EmptyState title={t('glossary.none', { text: search })} text={t('glossary.noneHint')} />
        )}
        {groups.map(({ area, terms }) => (
          <section key={area} aria-label={t(`glossary.area.${area}`)}>
            <h2 className="glossary-area">{t(`glossary.area.${area}`)}</h2>
            {terms.map(term => (
              // Pages of the project can be opened only from inside a project.
              <Entry
                key={term.id}
                term={term}
                isChosen={term.id === chosen}
                page={pathname.startsWith('/pone/atf/projects/') ? term.page : undefined}
                onLeave={() => setSearch('')}
              />
            ))}
          </section>
        ))}
      </PageBody>
    </>
  )
}

interface EntryProps {
  readonly term: Term
  readonly isChosen: boolean
  readonly page: string | undefined
  /** Follows a link to another term, which the search may hide. */
  readonly onLeave: () => void
}

function Entry({ term, isChosen, page, onLeave }: EntryProps) {
  const t = useT()
  const language = useSession('language')
  const languages = language === 'zh' ? (['zh', 'en'] as const) : (['en', 'zh'] as const)
  const related = allTerms.filter(({ id }) => term.see?.includes(id))
  return (
    <article
      id={term.id}
      tabIndex={-1}
      className={isChosen ? 'glossary-term glossary-chosen' : 'glossary-term'}
    >
      <h3>
        {languages.map(each => (
          <span key={each} lang={each}>
            {term[each]}
          </span>
        ))}
        <Link
          to={`#${term.id}`}
          className="icon-button no-print"
          aria-label={t('glossary.link', { term: term[language] })}
        >
          <LinkOutlined aria-hidden />
        </Link>
      </h3>
      <div className="glossary-meanings">
        {languages.map(each => (
          <p key={each} lang={each}>
            {term.meaning[each]}
          </p>
        ))}
      </div>
      <p className="glossary-more secondary">
        {term.not && (
          <span>
            {t('glossary.not', { words: [...(term.not.zh ?? []), ...(term.not.en ?? [])].join(' · ') })}
          </span>
        )}
        {related.length > 0 && (
          <span>
            {t('glossary.see')}
            {related.map(other => (
              <Link key={other.id} to={`#${other.id}`} onClick={onLeave} className="glossary-see">
                {other[language]}
              </Link>
            ))}
          </span>
        )}
        {page !== undefined && <Link to={page}>{t('glossary.open')}</Link>}
      </p>
    </article>
  )
}
