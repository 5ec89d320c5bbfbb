/**
 * Mistakes that must not compile. Nothing runs this file: if one of them compiles, the type check
 * reports its comment as unused and `npm run check` fails.
 */
import { routes } from '@vitrine/contract/routes';
import { callApi } from '../../api/call-api.ts';
import { Field } from '../field/field.tsx';

const params = { id: '00000000-0000-4000-8000-000000000000' };

export const requests = () => [
  callApi(routes.skill.update, { params, body: { proficiency: 80 } }),
  // @ts-expect-error A misspelled body key.
  callApi(routes.skill.update, { params, body: { profficiency: 80 } }),
  // @ts-expect-error A missing path parameter.
  callApi(routes.skill.update, { body: { proficiency: 80 } }),
  // @ts-expect-error A misspelled path parameter.
  callApi(routes.skill.update, { params: { skill: params.id }, body: { proficiency: 80 } }),
  // @ts-expect-error A body on a call that sends none.
  callApi(routes.skill.list, { body: { proficiency: 80 } }),
];

type AddSkill = typeof routes.skill.add;

export const fields = (
  <>
    <Field<AddSkill> name="title" label="Title">
      {() => null}
    </Field>
    {/* @ts-expect-error A form field that the route does not have. */}
    <Field<AddSkill> name="tittle" label="Title">
      {() => null}
    </Field>
  </>
);
