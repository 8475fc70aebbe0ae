/** Edits the name and installation settings of a package. */
import { type InstallPackage, packageSettingsSchema } from '@pone/contract/entities/package.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import { ContractForm } from '../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-layer.tsx'
import { packagesKey } from './package-queries.ts'
import { PlaceFields } from './settings-fields.tsx'

export function EditDialog({ row, onClose }: { readonly row: InstallPackage; readonly onClose: () => void }) {
  const t = useT()
  const client = useQueryClient()
  return (
    <FormDialog
      title={t('package.edit')}
      footer={null}
      width={600}
      onClose={onClose}
      mask={{ closable: false }}
    >
      <ContractForm
        schema={packageSettingsSchema}
        initialValues={row}
        onSubmit={async value => {
          await api.package.save({ ...value, id: row.id })
          notify({ kind: 'success', text: t('notice.saved') })
          onClose()
          await client.invalidateQueries({ queryKey: packagesKey })
        }}
      >
        <p className="secondary">
          {row.type} {row.version} · {row.system} · {t(`package.architecture.${row.architecture}`)}
        </p>
        <Field name="name" label={t('package.name')} help={t('package.nameHelp')}>
          <Input autoComplete="off" maxLength={128} />
        </Field>
        <PlaceFields isAgent={row.type === 'Agent'} />
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton />
        </div>
      </ContractForm>
    </FormDialog>
  )
}
