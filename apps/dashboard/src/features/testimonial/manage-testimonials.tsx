import type { TestimonialState } from '@vitrine/contract/options';
import { useState } from 'react';
import type { CollectionItem } from '../../components/collection/collection-query.ts';
import { ManagedList } from '../../components/list/managed-list.tsx';
import { useManagedList } from '../../components/list/use-managed-list.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { useAuthorLink } from './link-dialog.tsx';
import { SuggestDialog } from './suggest-dialog.tsx';
import { UpdateTestimonialForm } from './testimonial-form.tsx';
import { TestimonialRow } from './testimonial-row.tsx';

type Testimonial = CollectionItem<'testimonial'>;

/** In the order of the page: what waits for the owner comes first. */
const GROUPS: readonly (readonly [heading: string, ...states: TestimonialState[]])[] = [
  ['To approve', 'received'],
  ['Shown on your site', 'shown'],
  ['Waiting for an answer', 'asked'],
  ['Not shown', 'declined', 'withdrawn'],
];

export function ManageTestimonials({ items }: { readonly items: readonly Testimonial[] }) {
  const state = useManagedList({
    items,
    noun: 'testimonial',
    textsOf: ({ person, name, role, organization, quote, note }) => [
      ...[person, name, role],
      ...[organization, quote, note],
    ],
    groupOf: (item) => item.state,
  });
  const link = useAuthorLink();
  const [suggested, setSuggested] = useState<Testimonial>();
  const groups = GROUPS.map(([heading, ...states]) => ({
    heading,
    items: state.shown.filter((item) => states.includes(item.state)),
  }));
  return (
    <>
      <ManagedList
        state={state}
        pictureOf={(item) => <Face testimonial={item} />}
        formOf={(item, close) => <UpdateTestimonialForm testimonial={item} onDone={close} />}
      >
        {groups
          .filter((group) => group.items.length > 0)
          .map(({ heading, items: some }) => (
            <section key={heading} className="not-first:mt-7" aria-label={heading}>
              <h2 className="mb-3 text-xl">{heading}</h2>
              <Card>
                <ul>
                  {some.map((item) => (
                    <TestimonialRow
                      key={item._id}
                      testimonial={item}
                      state={state}
                      face={<Face testimonial={item} />}
                      link={link}
                      onSuggest={() => setSuggested(item)}
                    />
                  ))}
                </ul>
              </Card>
            </section>
          ))}
      </ManagedList>
      {suggested && (
        <SuggestDialog
          testimonial={suggested}
          onClose={(isSuggested) => {
            setSuggested(undefined);
            if (isSuggested) link.create(suggested._id);
          }}
        />
      )}
      {link.dialog}
    </>
  );
}

function Face({ testimonial: { photo, name, person } }: { readonly testimonial: Testimonial }) {
  return <Avatar src={photo.url} name={name || person || '?'} className="size-9 text-sm" />;
}
