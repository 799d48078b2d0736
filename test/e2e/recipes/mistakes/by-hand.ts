import { Between, In, type Repository } from 'typeorm';
import type { Note, Post } from './blog.js';

/**
 * List endpoints as people write them, each with one of the classic mistakes of `docs/classic-mistakes.md`, which shows
 * this code and its wrong answers.
 */
export const byHand = {
  withoutTag(posts: Repository<Post>, tag: string) {
    return posts
      .createQueryBuilder('post')
      .leftJoin('post.tags', 'tag')
      .where('tag.name != :tag', { tag })
      .orderBy('post.id')
      .getMany();
  },

  firstPage(posts: Repository<Post>, size: number) {
    return posts
      .createQueryBuilder('post')
      .leftJoinAndSelect('post.comments', 'comment')
      .orderBy('post.id')
      .limit(size)
      .getMany();
  },

  async total(posts: Repository<Post>, approved: boolean) {
    const counted = await posts
      .createQueryBuilder('post')
      .innerJoin('post.comments', 'comment')
      .where('comment.approved = :approved', { approved })
      .select('COUNT(*)', 'total')
      .getRawOne<{ total: string | number }>();
    return Number(counted?.total);
  },

  titled(posts: Repository<Post>, text: string) {
    return posts
      .createQueryBuilder('post')
      .where('post.title LIKE :text', { text: `%${text}%` })
      .orderBy('post.id')
      .getMany();
  },

  withoutRefused(posts: Repository<Post>) {
    return posts
      .createQueryBuilder('post')
      .where((query) => {
        const refused = query
          .subQuery()
          .select('comment.post')
          .from('Comment', 'comment')
          .where('comment.approved = :approved', { approved: false });
        return `post.id NOT IN ${refused.getQuery()}`;
      })
      .orderBy('post.id')
      .getMany();
  },

  byAuthor(posts: Repository<Post>) {
    return posts.createQueryBuilder('post').innerJoin('post.author', 'author').orderBy('author.name').getMany();
  },

  newest(posts: Repository<Post>, page: number) {
    return posts.find({ order: { id: 'DESC' }, skip: (page - 1) * 2, take: 2 });
  },

  publishedIn(posts: Repository<Post>, first: string, last: string) {
    return posts.find({
      where: { publishedAt: Between(new Date(first), new Date(last)) },
      order: { id: 'ASC' },
    });
  },

  bySerial(posts: Repository<Post>, serial: string) {
    return posts
      .createQueryBuilder('post')
      .where('post.serial = :serial', { serial: Number(serial) })
      .getMany();
  },

  sorted(posts: Repository<Post>, column: string) {
    return posts.createQueryBuilder('post').innerJoin('post.author', 'author').orderBy(`author.${column}`).getMany();
  },

  listed(posts: Repository<Post>, ids: string) {
    return posts.find({ where: { id: In(ids.split(',').map(Number)) }, order: { id: 'ASC' } });
  },

  notesAbout(notes: Repository<Note>, tenant: number, text: string) {
    return notes
      .createQueryBuilder('note')
      .where('note.tenant = :tenant', { tenant })
      .andWhere('note.title LIKE :text', { text: `%${text}%` })
      .orWhere('note.body LIKE :text', { text: `%${text}%` })
      .orderBy('note.id')
      .getMany();
  },
};
