/** Written by `npm run db:types` from the migrated database: change a migration, not this. */
import type { ColumnType, Generated } from 'kysely';
import type { MediaMetadata } from './media-metadata.ts';

export interface DB {
  device: {
    token_hash: Buffer;
    owner_id: string;
    created_at: Generated<Date>;
    last_used_at: Generated<Date>;
  };
  form_key: {
    singleton: Generated<boolean>;
    key: Buffer;
  };
  idempotency: {
    route: string;
    key: string;
    fingerprint: Buffer;
    response: ColumnType<unknown, string | null, string | null>;
    created_at: Generated<Date>;
  };
  media: {
    name: string;
    metadata: ColumnType<MediaMetadata, string, string>;
    files: string[];
    created_at: Generated<Date>;
    orphaned_at: Date | null;
  };
  message: {
    id: Generated<string>;
    seq: Generated<string>;
    sender_name: string;
    subject: string;
    email: string;
    message: string;
    created_at: Generated<Date>;
    folder: Generated<'inbox' | 'spam' | 'archived'>;
    unread: Generated<boolean>;
    spam_reasons: Generated<string[]>;
    mail_due: Generated<boolean>;
    search_vector: Generated<string>;
    content_hash: Generated<string>;
  };
  owner: {
    id: Generated<string>;
    singleton: Generated<boolean>;
    full_name: string;
    email: string;
    password_hash: string;
    phone: Generated<string>;
    about_me: Generated<string>;
    portfolio_url: Generated<string>;
    github_url: Generated<string>;
    linkedin_url: Generated<string>;
    instagram_url: Generated<string>;
    twitter_url: Generated<string>;
    facebook_url: Generated<string>;
    avatar: string | null;
    resume: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    show_email: Generated<boolean>;
    show_phone: Generated<boolean>;
    mail_messages: Generated<boolean>;
    messages_mailed_at: Date | null;
  };
  password_reset: {
    token_hash: Buffer;
    owner_id: string;
    expires_at: Date;
  };
  project: {
    id: Generated<string>;
    seq: Generated<string>;
    title: string;
    description: string;
    technologies: string;
    stack: 'Full Stack' | 'Mern' | 'Mean' | 'Next.JS' | 'React.JS';
    deployed: 'Yes' | 'No';
    git_repo_link: Generated<string>;
    project_link: Generated<string>;
    banner: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    banner_focal_x: Generated<number>;
    banner_focal_y: Generated<number>;
  };
  rate_limit: {
    key: string;
    used: number;
    resets_at: Date;
  };
  session: {
    id: Generated<string>;
    token_hash: Buffer;
    owner_id: string;
    created_at: Generated<Date>;
    last_seen_at: Generated<Date>;
    expires_at: Date;
    address: string | null;
    user_agent: string;
    confirmed_at: Generated<Date>;
  };
  setup_code: {
    code_hash: Buffer;
    expires_at: Date;
  };
  skill: {
    id: Generated<string>;
    seq: Generated<string>;
    title: string;
    proficiency: number;
    svg: string;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  software_application: {
    id: Generated<string>;
    seq: Generated<string>;
    name: string;
    svg: string;
    created_at: Generated<Date>;
  };
  timeline: {
    id: Generated<string>;
    seq: Generated<string>;
    title: string;
    description: string;
    from_year: number;
    to_year: number | null;
    created_at: Generated<Date>;
  };
  used_form_token: {
    signature: Buffer;
    used_at: Generated<Date>;
  };
}
