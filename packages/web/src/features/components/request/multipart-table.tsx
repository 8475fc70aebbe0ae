/** The parts of a multipart body: texts and files, each with its own content type. */
import { DeleteOutlined, FileAddOutlined, PlusOutlined } from '@ant-design/icons'
import type { MultipartField } from '@pone/protocols/http/definition/request.ts'
import { Button, Checkbox } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useEditor } from '../context/editor-context.ts'
import { AttachmentField } from '../fields/attachment-field.tsx'
import { TemplateInput } from '../fields/template-input.tsx'
import { ProblemLines } from '../problems/problem-lines.tsx'
import { problemsAt } from '../problems/problems.ts'

interface MultipartTableProps {
  readonly fields: readonly MultipartField[]
  /** The path that problems of the parts refer to, without the number. */
  readonly path: string
  readonly onChange: (fields: MultipartField[], field?: string) => void
}

const noText: MultipartField = { kind: 'text', name: '', value: '', contentType: '', enabled: true }
const noFile: MultipartField = {
  kind: 'file',
  name: 'file',
  fileId: '',
  fileName: '',
  contentType: 'application/octet-stream',
  enabled: true,
}

export function MultipartTable({ fields, path, onChange }: MultipartTableProps) {
  const t = useT()
  const { isReadOnly } = useEditor()
  return (
    <div className="cd-rules">
      {fields.length === 0 && <div className="cd-hint">{t('component.multipart.empty')}</div>}
      {fields.map((field, index) => (
        // Parts have no id of their own and keep their position while they are edited.
        <MultipartRow
          key={index}
          field={field}
          number={index + 1}
          path={`${path}.${index}`}
          onChange={(changed, typed) =>
            onChange(fields.with(index, changed), typed === undefined ? undefined : `${index}.${typed}`)
          }
          onDelete={() => onChange(fields.toSpliced(index, 1))}
        />
      ))}
      {!isReadOnly && (
        <div className="cd-inline">
          <Button
            type="dashed"
            icon={<PlusOutlined />}
            disabled={fields.length >= 500}
            onClick={() => onChange([...fields, noText])}
          >
            {t('component.multipart.addText')}
          </Button>
          <Button
            type="dashed"
            icon={<FileAddOutlined />}
            disabled={fields.length >= 500}
            onClick={() => onChange([...fields, noFile])}
          >
            {t('component.multipart.addFile')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface MultipartRowProps {
  readonly field: MultipartField
  readonly number: number
  readonly path: string
  readonly onChange: (field: MultipartField, typed?: string) => void
  readonly onDelete: () => void
}

function MultipartRow({ field, number, path, onChange, onDelete }: MultipartRowProps) {
  const t = useT()
  const { isReadOnly, problems } = useEditor()
  const found = problemsAt(problems, path)
  const title = t('component.multipart.numbered', { number })
  return (
    <div
      className={`cd-rule${field.enabled ? '' : ' is-off'}`}
      data-field={path}
      role="group"
      aria-label={title}
    >
      <Checkbox
        checked={field.enabled}
        disabled={isReadOnly}
        aria-label={t('component.enabledNamed', { name: field.name })}
        onChange={event => onChange({ ...field, enabled: event.target.checked })}
      />
      <PartFields field={field} title={title} path={path} onChange={onChange} />
      {!isReadOnly && (
        <Button
          type="text"
          icon={<DeleteOutlined />}
          aria-label={t('component.deleteNamed', { name: field.name || title })}
          onClick={onDelete}
        />
      )}
      <ProblemLines problems={found} />
    </div>
  )
}

interface PartFieldsProps extends Pick<MultipartRowProps, 'field' | 'path' | 'onChange'> {
  readonly title: string
}

/** Name, content and content type of a part. */
function PartFields({ field, title, path, onChange }: PartFieldsProps) {
  const t = useT()
  return (
    <div className="cd-rule-parts">
      <div className="cd-rule-name">
        <TemplateInput
          isCompact
          isMono
          value={field.name}
          label={`${title}: ${t('component.name')}`}
          placeholder={t('component.name')}
          onChange={name => onChange({ ...field, name }, 'name')}
        />
      </div>
      {field.kind === 'text' ? (
        <div className="cd-rule-wide">
          <TemplateInput
            isCompact
            isMono
            value={field.value}
            label={`${title}: ${t('component.value')}`}
            placeholder={t('component.value')}
            onChange={value => onChange({ ...field, value }, 'value')}
          />
        </div>
      ) : (
        <>
          <div className="cd-rule-file" data-field={`${path}.fileId`}>
            <AttachmentField
              label={t('component.body.chooseFile')}
              kind="body"
              fileId={field.fileId}
              onChange={file =>
                onChange({ ...field, fileId: file.id, fileName: field.fileName || file.name })
              }
            />
          </div>
          <div className="cd-rule-wide">
            <TemplateInput
              isCompact
              isMono
              value={field.fileName}
              label={t('component.multipart.fileName')}
              placeholder={t('component.multipart.fileName')}
              onChange={fileName => onChange({ ...field, fileName }, 'fileName')}
            />
          </div>
        </>
      )}
      <div className="cd-rule-type">
        <TemplateInput
          isCompact
          isMono
          value={field.contentType}
          label={`${title}: ${t('component.body.contentType')}`}
          placeholder={t('component.multipart.noType')}
          onChange={contentType => onChange({ ...field, contentType }, 'contentType')}
        />
      </div>
    </div>
  )
}
