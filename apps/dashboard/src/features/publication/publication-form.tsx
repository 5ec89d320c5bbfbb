import { toBibtex } from '@vitrine/contract/citation';
import { CollectionForm } from '../../components/collection/collection-form.tsx';
import type { CollectionItem } from '../../components/collection/collection-query.ts';
import { DeleteButton } from '../../components/collection/delete-button.tsx';
import { canCopy, copyText } from '../../components/text/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { PublicationFields } from './publication-fields.tsx';

export function PublicationForm() {
  return (
    <CollectionForm noun="publication" submit="Add publication" pending="Adding">
      <PublicationFields />
    </CollectionForm>
  );
}

interface UpdatePublicationFormProps {
  readonly publication: CollectionItem<'publication'>;
  readonly onClose: () => void;
}

export function UpdatePublicationForm({ publication, onClose }: UpdatePublicationFormProps) {
  return (
    <CollectionForm
      layout="panel"
      noun="publication"
      item={publication}
      submit="Save"
      pending="Saving"
      onDone={onClose}
      actions={
        <>
          <div className="mr-auto -ml-2.5">
            <DeleteButton noun="publication" item={publication} />
          </div>
          {canCopy && (
            <Button
              variant="ghost"
              className="-mr-2"
              onClick={() => copyText(toBibtex(publication), 'BibTeX')}
            >
              Copy BibTeX
            </Button>
          )}
        </>
      }
    >
      <div className="px-4 py-5 sm:px-6">
        <PublicationFields publication={publication} />
      </div>
    </CollectionForm>
  );
}
